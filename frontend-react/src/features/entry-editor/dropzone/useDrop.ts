import { type DragEvent, useEffect, useState } from "react";

const hasFiles = (event: { dataTransfer: DataTransfer | null }) => event.dataTransfer?.types.includes("Files") ?? false;

/** Handlers for a place where files can be dropped. Missing it by a little must not leave the page for the picture. */
export function useDrop(add: (files: File[]) => void) {
  const [over, setOver] = useState(false);

  useEffect(() => {
    const stay = (event: globalThis.DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    document.addEventListener("dragover", stay);
    document.addEventListener("drop", stay);
    return () => {
      document.removeEventListener("dragover", stay);
      document.removeEventListener("drop", stay);
    };
  }, []);

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
