// Keeps a page that reloads itself from doing so in a loop. The notes survive the page and restarts of the service worker.
import { tabStorage } from "./storage";

/** Why a page reloads itself: it replaces the offline page, or the editor's script did not load. Both are storage keys. */
type GuardKey = "reload-guard" | "reload-guard editor";

/** True once per address until `clearReloadGuard`: a page that stays slow is not reloaded again and again. */
export function mayReload(key: GuardKey = "reload-guard"): boolean {
  // The guard cannot count without storage, so the person has to reload.
  return tabStorage.read(key) !== location.pathname && tabStorage.write(key, location.pathname);
}

/** Lets the next load of this address take as long as it needs: `sw.ts` looks for an empty cache of this name. */
export async function allowSlowPage(): Promise<void> {
  try {
    await caches.open(`reload-guard ${location.pathname}`);
  } catch {
    // A browser without caches has no service worker, and so no timeout.
  }
}

/** The page or its script has loaded. */
export function clearReloadGuard(key: GuardKey = "reload-guard"): void {
  tabStorage.remove(key);
}
