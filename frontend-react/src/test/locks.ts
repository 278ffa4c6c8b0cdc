import { vi } from "vitest";

/** Web Locks for one test; each open editor holds its own. */
export function fakeLocks(): void {
  const held = new Map<string, Promise<unknown>>();
  const request = async (name: string, { signal }: { signal: AbortSignal }, run: () => Promise<unknown>) => {
    const aborted = new Promise((_, stop) =>
      signal.addEventListener("abort", () => stop(new DOMException("late", "AbortError"))),
    );
    aborted.catch(() => undefined);
    while (held.has(name)) await Promise.race([held.get(name), aborted]);
    const done = run();
    held.set(name, done);
    await done;
    held.delete(name);
  };
  Object.defineProperty(navigator, "locks", { value: { request: vi.fn(request) }, configurable: true });
}

export function noLocks(): void {
  Object.defineProperty(navigator, "locks", { value: undefined, configurable: true });
}
