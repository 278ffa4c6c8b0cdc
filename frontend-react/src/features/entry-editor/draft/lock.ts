// Locks that say which page writes the draft at a key. The browser releases a lock when its page ends.

/** Milliseconds to wait for the lock: the previous page may still hold it while the next one loads. */
const TIMEOUT = 500;

type Release = () => void;

/** Undefined if another page holds the lock of `key`. In a browser without locks every key counts as free. */
export function acquireLock(key: string): Promise<Release | undefined> {
  if (!navigator.locks) return Promise.resolve(() => {});
  const signal = AbortSignal.timeout(TIMEOUT);
  return new Promise((decided) => {
    const held = () => new Promise<void>((release) => decided(release));
    navigator.locks
      .request(`draft:${key}`, { signal }, held)
      .catch(() => decided(signal.aborted ? undefined : () => {}));
  });
}

export async function isLocked(key: string): Promise<boolean> {
  const release = await acquireLock(key);
  release?.();
  return release === undefined;
}

/** The lock of the key that one form writes at; one key at a time. */
export class KeyLock {
  #key: string | undefined;
  #release: Release | undefined;

  has(key: string): boolean {
    return this.#key === key;
  }

  /** Releases the previous key and locks `key`, if no other page holds it and `isFree` agrees. */
  async acquire(key: string, isFree = async () => true): Promise<void> {
    if (this.has(key)) return;
    const release = await acquireLock(key);
    this.release();
    if (release && (await isFree())) [this.#key, this.#release] = [key, release];
    else release?.();
  }

  release(): void {
    this.#release?.();
    this.#key = undefined;
    this.#release = undefined;
  }
}
