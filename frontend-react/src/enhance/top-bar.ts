/** Scroll distance in pixels that toggles the bar. */
const STEP = 8;

/** `html[data-bar=hidden]` while somebody scrolls down; the bar is back on the way up, at the top and with the focus. */
export function hideBar(): void {
  const page = document.documentElement;
  let last = window.scrollY;
  let waiting = false;

  const look = () => {
    waiting = false;
    const now = Math.max(0, window.scrollY);
    if (Math.abs(now - last) < STEP) return;
    const focused = document.activeElement?.closest("[data-top-bar]");
    page.dataset.bar = now > last && now > 64 && !focused ? "hidden" : "shown";
    last = now;
  };

  window.addEventListener(
    "scroll",
    () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(look);
    },
    { passive: true },
  );
  document.addEventListener("focusin", (event) => {
    if ((event.target as Element).closest("[data-top-bar]")) page.dataset.bar = "shown";
  });
}
