// The arrows on an entry's pictures. A finger swipes by itself (style/photo-strip.css).

/** Begins at the main picture, and turns to the one beside it. */
export function hearTurns(strip: HTMLElement): void {
  const turnTo = (slide: HTMLElement, behavior?: ScrollBehavior) =>
    strip.scrollTo({ left: slide.offsetLeft, behavior });

  // Some browsers do not begin at the main picture by themselves.
  const main = strip.querySelector<HTMLElement>("[data-main]");
  if (main && strip.scrollLeft === 0) turnTo(main, "instant");

  strip.addEventListener("click", ({ target }) => {
    const button = (target as Element).closest<HTMLElement>("[data-turn]");
    const slide = button?.closest("li");
    const next = button?.dataset.turn === "1" ? slide?.nextElementSibling : slide?.previousElementSibling;
    if (!button || !(next instanceof HTMLElement)) return;
    turnTo(next);
    // The next press goes on; at the end it leads back.
    const same = next.querySelector<HTMLElement>(`[data-turn="${button.dataset.turn}"]`);
    (same ?? next.querySelector<HTMLElement>("[data-turn]"))?.focus({ preventScroll: true });
  });
}
