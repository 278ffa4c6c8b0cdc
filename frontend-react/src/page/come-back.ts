import { reload } from "../navigate";

/**
 * A page that comes back from the browser's memory is what somebody could read then. It is asked for anew, and nothing of
 * it is shown until it is there: who is signed in, and what they may read, can have changed. The editor stays: what stands
 * in it may be nowhere else.
 */
export function askAnew(): void {
  if (!document.documentElement.dataset.userId || document.querySelector("entry-form")) return;
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    document.body.style.visibility = "hidden";
    reload();
  });
}
