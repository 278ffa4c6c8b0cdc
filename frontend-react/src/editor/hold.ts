// Which page writes the draft at a key. A lock ends with its page, however that ends.

/** Milliseconds for which the page before may still hold its lock while the next one loads. */
const TIMEOUT = 500;

type Release = () => void;

/** Undefined when another page holds `key`. A browser without locks lets everybody write, as if it were free. */
export function take(key: string): Promise<Release | undefined> {
  if (!navigator.locks) return Promise.resolve(() => {});
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), TIMEOUT);
  return new Promise((decided) => {
    const held = () => {
      clearTimeout(timer);
      return new Promise<void>((release) => decided(release));
    };
    navigator.locks.request(`draft:${key}`, { signal: late.signal }, held).catch(() => {
      clearTimeout(timer);
      decided(late.signal.aborted ? undefined : () => {});
    });
  });
}

export async function isHeld(key: string): Promise<boolean> {
  const release = await take(key);
  release?.();
  return release === undefined;
}

/** The key that one form writes at. */
export class Hold {
  #key: string | undefined;
  #release: Release | undefined;

  has(key: string): boolean {
    return this.#key === key;
  }

  /** Goes from the key before to `key`, if no other page has it and `isFree` finds nothing there. */
  async take(key: string, isFree = async () => true): Promise<void> {
    if (this.has(key)) return;
    const release = await take(key);
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
