// Shows the name of an icon's button, which style/tooltip.css draws, as soon as the pointer rests on it.

/** Delay in milliseconds (spec 9). */
const AFTER = 700;
/** Time in milliseconds after a tip in which the next one is shown at once. */
const STAYS = 300;

const RESTED = ":is(.icon-button, .card-heart, .menu-button, .dropzone-tool):is(:hover, :focus-visible)";

/** `html[data-tips]` while names are shown. Escape takes them away until another button is rested on: one may lie over something. */
export function showTips(): void {
  const page = document.documentElement;
  let rested: Element | null = null;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const now = document.querySelector(RESTED);
    if (now === rested) return;
    rested = now;
    clearTimeout(waiting);
    waiting = setTimeout(() => page.toggleAttribute("data-tips", now !== null), now ? AFTER : STAYS);
  };
  for (const move of ["pointerover", "focusin", "focusout"]) addEventListener(move, look);
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    clearTimeout(waiting);
    page.removeAttribute("data-tips");
  });
}
