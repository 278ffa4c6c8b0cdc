import { reload } from "../shared/navigate";

/**
 * Reloads a page that the browser restores from its back/forward cache, and hides it until then: the session, and what the
 * person may read, can have changed. An editor page stays as it is, because its text may be stored nowhere else.
 */
export function reloadFromBfcache(): void {
  if (!document.documentElement.dataset.userId || document.querySelector("entry-form")) return;
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    document.body.style.visibility = "hidden";
    reload();
  });
}
