import { useState } from "react";
import type { Placed } from "../merge/arrangement";

/** A picture on its card. */
export type Card = Placed & { key: string };

/** The cards of `shown`. A picture that takes the place of another keeps its card: a smaller file, or the file as it was saved. */
export function useCards(shown: Placed[]): Card[] {
  const [last, setLast] = useState(() => ({ shown, cards: cardsOf(shown, []) }));
  if (last.shown === shown) return last.cards;
  const cards = cardsOf(shown, last.cards);
  setLast({ shown, cards });
  return cards;
}

let keys = 0;

function cardsOf(shown: Placed[], before: Card[]): Card[] {
  const isShown = (card: Card | undefined) => shown.some(({ picture }) => picture === card?.picture);
  return shown.map((one, at) => {
    const same = before.find(({ picture }) => picture === one.picture);
    const replaced = isShown(before[at]) ? undefined : before[at];
    return { ...one, key: (same ?? replaced)?.key ?? String(++keys) };
  });
}
