// The page without a connection loads the page itself. What it notes for that outlives it, and the worker's restarts.

const TRIED = "awaited";

/** Once for an address until its page has come: a page that stays slow is not loaded again and again. */
export function isFirstTry(): boolean {
  try {
    if (sessionStorage.getItem(TRIED) === location.pathname) return false;
    sessionStorage.setItem(TRIED, location.pathname);
    return true;
  } catch {
    // What cannot be counted is left to the person.
    return false;
  }
}

/** The next page at this address may take its time: `sw.ts` looks for a cache of this name, which holds nothing. */
export async function awaitPage(): Promise<void> {
  try {
    await caches.open(`awaited ${location.pathname}`);
  } catch {
    // Without caches there is no worker that would be in a hurry.
  }
}

export function pageCame(): void {
  try {
    sessionStorage.removeItem(TRIED);
  } catch {
    // Nothing was noted.
  }
}
