// A page that loads itself, in place of the one without a connection or for a script that did not come. What it notes for
// that outlives it, and the worker's restarts.

/** What a page is loaded again for: itself, in place of the one without a connection, or a script of it. */
type Awaited = "awaited" | "awaited editor";

/** Once for an address until it has come: a page that stays slow is not loaded again and again. */
export function isFirstTry(what: Awaited = "awaited"): boolean {
  try {
    if (sessionStorage.getItem(what) === location.pathname) return false;
    sessionStorage.setItem(what, location.pathname);
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

export function hasCome(what: Awaited = "awaited"): void {
  try {
    sessionStorage.removeItem(what);
  } catch {
    // Nothing was noted.
  }
}
