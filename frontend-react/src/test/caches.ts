import { vi } from "vitest";

/** The browser's caches, all in one. A test may look into the returned map. */
export function fakeCaches(): Map<string, Response> {
  const kept = new Map<string, Response>();
  const cache = {
    put: async (address: string, answer: Response) => void kept.set(address, answer),
    delete: async (address: string) => kept.delete(address),
  };
  vi.stubGlobal("caches", {
    open: async () => cache,
    match: async (address: string) => {
      const found = kept.get(address);
      return found?.clone?.() ?? found;
    },
    delete: async () => kept.clear(),
  });
  return kept;
}
