import { type RefObject, useLayoutEffect, useRef } from "react";
import type { Change, Pictures } from "./pictures";

/**
 * Where the focus goes when the button that had it has moved or is gone: after a move to the same button of the picture
 * in its new place, after a removal to the way to a new picture or, where none can be added, to the next one's button;
 * after the last picture that may be added, to that one.
 */
export function useFocus(
  pictures: Pictures,
  place: RefObject<HTMLElement | null>,
  browse: RefObject<HTMLElement | null>,
) {
  const last = useRef<{ change: Change; at: number }>(undefined);

  useLayoutEffect(() => {
    const { change, at } = last.current ?? {};
    last.current = undefined;
    if (!change || !place.current) return;
    const cards = [...place.current.querySelectorAll<HTMLElement>("[data-card]")];
    if (change.do === "move") {
      const card = cards.find(({ dataset }) => dataset.card === change.key);
      const button = (by: number) => card?.querySelector<HTMLElement>(`[data-move="${by}"]`);
      (button(change.by) ?? button(-change.by))?.focus();
    } else if (change.do === "remove") {
      const next = cards[Math.min(at ?? 0, pictures.shown.length - 1)]?.querySelector<HTMLElement>("[data-remove]");
      (browse.current?.hidden ? next : browse.current)?.focus();
    } else if (change.do === "add" && browse.current?.hidden && document.activeElement === browse.current) {
      cards.at(-1)?.querySelector<HTMLElement>("[data-remove]")?.focus();
    }
  }, [pictures, place, browse]);

  /** Said before the change is made. */
  return (change: Change) => {
    const at = change.do === "add" ? -1 : pictures.shown.findIndex(({ key }) => key === change.key);
    last.current = { change, at };
  };
}
