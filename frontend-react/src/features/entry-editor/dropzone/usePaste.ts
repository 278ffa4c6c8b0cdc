import type { RefObject } from "react";
import { useListener } from "../ui/useListener";

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
