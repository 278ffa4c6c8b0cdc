import { type RefObject, useEffect, useRef } from "react";

/** Pictures from the clipboard, pasted anywhere in the form of `place`. Whoever pastes words gets the words. */
export function usePaste(place: RefObject<HTMLElement | null>, add: (files: File[]) => void): void {
  const latest = useRef(add);
  useEffect(() => {
    latest.current = add;
  });

  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { clipboardData, target } = event;
      const form = place.current?.closest("form");
      // Nothing is focused where the target is the page itself.
      const here = target === document.body || (target instanceof Node && form?.contains(target));
      if (!clipboardData || !here || document.querySelector("dialog[open]")) return;
      const images = [...clipboardData.files].filter((file) => file.type.startsWith("image/"));
      if (images.length === 0 || clipboardData.types.includes("text/plain")) return;
      event.preventDefault();
      latest.current(images);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [place]);
}
