import { type DragEvent, useState } from "react";
import { useListener } from "../ui/useListener";

const hasFiles = (event: { dataTransfer: DataTransfer | null }) => event.dataTransfer?.types.includes("Files") ?? false;

/** Handlers for a place where files can be dropped. Missing it by a little must not leave the page for the picture. */
export function useDrop(add: (files: File[]) => void) {
  const [over, setOver] = useState(false);
  const stay = (event: globalThis.DragEvent) => hasFiles(event) && event.preventDefault();
  useListener(document, "dragover", stay);
  useListener(document, "drop", stay);

  return {
    "data-over": over || undefined,
    onDragOver: (event: DragEvent) => setOver(hasFiles(event)),
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      add([...event.dataTransfer.files]);
    },
  };
}
