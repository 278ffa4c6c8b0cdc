import { vi } from "vitest";

/** Waits until `check` passes; the bound only ends a test that would fail. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 8000, interval: 10 });
}
