// Files that are dropped or pasted.
import { type DragEvent, type RefObject, useState } from "react";
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

/** Pictures from the clipboard, pasted anywhere in the form of `place`. Whoever pastes words gets the words. */
export function usePaste(place: RefObject<HTMLElement | null>, add: (files: File[]) => void): void {
  useListener(document, "paste", (event) => {
    const { clipboardData, target } = event;
    const form = place.current?.closest("form");
    // Nothing is focused where the target is the page itself.
    const here = target === document.body || (target instanceof Node && form?.contains(target));
    if (!clipboardData || !here || document.querySelector("dialog[open]")) return;
    const images = [...clipboardData.files].filter((file) => file.type.startsWith("image/"));
    if (images.length === 0 || clipboardData.types.includes("text/plain")) return;
    event.preventDefault();
    add(images);
  });
}
