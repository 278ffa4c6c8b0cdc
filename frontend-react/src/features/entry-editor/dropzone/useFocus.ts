import { type RefObject, useLayoutEffect, useRef } from "react";
import type { Change } from "./pictures";
import type { Card } from "./useCards";

/**
 * Where the focus goes when the button that had it has moved or is gone: after a move to the picture in its new place, or to the panel's
 * button the other way; after a removal to the way to a new picture or, where none can be added, to the next one's button; after an added
 * picture to the way to the next one, or to its own button.
 */
export function useFocus(cards: Card[], place: RefObject<HTMLElement | null>, browse: RefObject<HTMLElement | null>) {
  const last = useRef<{
    change: Change;
    key: string | undefined;
    at: number;
    had: Element | null;
    wasInPanel: boolean;
  }>(undefined);

  useLayoutEffect(() => {
    const { change, key, at = 0, had, wasInPanel } = last.current ?? {};
    last.current = undefined;
    if (!change || !place.current) return;
    const shown = [...place.current.querySelectorAll<HTMLElement>("[data-card]")];
    const remove = (card: HTMLElement | undefined) => card?.querySelector<HTMLElement>("[data-remove]");
    if (change.do === "move") {
      if (wasInPanel) {
        if (!had?.isConnected) place.current.querySelector<HTMLElement>("[data-panel] [data-move]")?.focus();
      } else {
        const card = shown.find(({ dataset }) => dataset.card === key);
        card?.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
      }
    } else if (change.do === "remove") {
      (browse.current ?? remove(shown[Math.min(at, cards.length - 1)]))?.focus();
    } else if (change.do === "add" && had && !had.isConnected) {
      (browse.current ?? remove(shown.at(-1)))?.focus();
    }
  }, [cards, place, browse]);

  /** Said before the change is made. */
  return (change: Change) => {
    const at = change.do === "add" ? -1 : cards.findIndex(({ picture }) => picture === change.picture);
    const { activeElement } = document;
    const had = place.current?.contains(activeElement) ? activeElement : null;
    // A button that is gone by then stands in no panel.
    const wasInPanel = had?.closest("[data-panel]") != null;
    last.current = { change, key: cards[at]?.key, at, had, wasInPanel };
  };
}
