import { reload } from "../navigate";

/**
 * A feed that comes back from the browser's memory is what somebody could read then. It is asked for anew, and not shown
 * until it is there: who is signed in, and what they may read, can have changed.
 */
export function askAnew(feed: HTMLElement): void {
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    feed.style.visibility = "hidden";
    reload();
  });
}
