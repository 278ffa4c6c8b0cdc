// The arrows on an entry's pictures. Swiping needs no script (style/photo-strip.css).

/** Shows the main picture first, and turns to the one beside it. */
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
    // Another press turns further; at the end it turns back.
    const same = next.querySelector<HTMLElement>(`[data-turn="${button.dataset.turn}"]`);
    (same ?? next.querySelector<HTMLElement>("[data-turn]"))?.focus({ preventScroll: true });
  });
}
