import { type RefObject, useLayoutEffect, useRef } from "react";
import type { Change } from "./pictures";
import type { Card } from "./useCards";

/**
 * Where the focus goes when the button that had it has moved or is gone: after a move to the same button of the picture
 * in its new place, after a removal to the way to a new picture or, where none can be added, to the next one's button;
 * after the last picture that may be added, to that one.
 */
export function useFocus(cards: Card[], place: RefObject<HTMLElement | null>, browse: RefObject<HTMLElement | null>) {
  const last = useRef<{ change: Change; key: string | undefined; at: number }>(undefined);

  useLayoutEffect(() => {
    const { change, key, at } = last.current ?? {};
    last.current = undefined;
    if (!change || !place.current) return;
    const shown = [...place.current.querySelectorAll<HTMLElement>("[data-card]")];
    if (change.do === "move") {
      const card = shown.find(({ dataset }) => dataset.card === key);
      const button = (by: number) => card?.querySelector<HTMLElement>(`[data-move="${by}"]`);
      (button(change.by) ?? button(-change.by))?.focus();
    } else if (change.do === "remove") {
      const next = shown[Math.min(at ?? 0, cards.length - 1)]?.querySelector<HTMLElement>("[data-remove]");
      (browse.current?.hidden ? next : browse.current)?.focus();
    } else if (change.do === "add" && browse.current?.hidden && document.activeElement === browse.current) {
      shown.at(-1)?.querySelector<HTMLElement>("[data-remove]")?.focus();
    }
  }, [cards, place, browse]);

  /** Said before the change is made. */
  return (change: Change) => {
    const at = change.do === "add" ? -1 : cards.findIndex(({ picture }) => picture === change.picture);
    last.current = { change, key: cards[at]?.key, at };
  };
}
