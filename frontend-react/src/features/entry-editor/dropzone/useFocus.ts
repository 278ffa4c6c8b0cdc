import { type RefObject, useLayoutEffect, useRef } from "react";
import type { Change } from "./pictures";
import type { Card } from "./useCards";

/**
 * Where the focus goes when the button that had it has moved or is gone: after a move to the picture in its new place, or to the panel's
 * button the other way; after a removal to the way to a new picture or, where none can be added, to the next one's button; after an added
 * picture to the way to the next one, or to its own button. The returned function hears of a change before it is made.
 */
export function useFocus(cards: Card[], place: RefObject<HTMLElement | null>, browse: RefObject<HTMLElement | null>) {
  const next = useRef<() => void>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change is made when there are other cards.
  useLayoutEffect(() => {
    next.current?.();
    next.current = undefined;
  }, [cards]);

  const all = (selector: string) => [...(place.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const toNew = (at: number) => {
    const buttons = all("[data-remove]");
    (browse.current ?? buttons[Math.min(at, buttons.length - 1)])?.focus();
  };
  return (change: Change) => {
    const { activeElement } = document;
    const had = place.current?.contains(activeElement) ? activeElement : null;
    next.current = undefined;
    if (change.do === "add") {
      if (had) next.current = () => had.isConnected || toNew(Number.POSITIVE_INFINITY);
      return;
    }
    const at = cards.findIndex(({ picture }) => picture === change.picture);
    const key = cards[at]?.key;
    if (change.do === "remove") next.current = () => toNew(at);
    if (change.do !== "move") return;
    if (had?.closest("[data-panel]"))
      next.current = () => had.isConnected || all("[data-panel] [data-move]")[0]?.focus();
    else next.current = () => all(`[data-card="${key}"] button`)[0]?.focus({ preventScroll: true });
  };
}
