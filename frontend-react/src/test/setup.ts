// Browser features that jsdom lacks and the tests need.
import "@testing-library/jest-dom/vitest";
import "fake-indexeddb/auto";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// A busy machine may take longer than a second.
configure({ asyncUtilTimeout: 5000 });

afterEach(async () => {
  cleanup();
  document.body.replaceChildren();
  // Elements end in a microtask after they left the page.
  await Promise.resolve();
});

/** Node cannot clone jsdom's files, which a database must take. */
const clone = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null || value instanceof Blob) return value;
  if (Array.isArray(value)) return value.map(clone);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, clone(part)]));
};
globalThis.structuredClone = clone as typeof structuredClone;

HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
};
HTMLDialogElement.prototype.close = function () {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event("close"));
};

let urls = 0;
URL.createObjectURL = vi.fn(() => `blob:${++urls}`);
URL.revokeObjectURL = vi.fn();
Element.prototype.hasPointerCapture ??= () => false;

globalThis.matchMedia ??= () => ({ matches: false }) as MediaQueryList;

/** jsdom lays nothing out, so there is nothing to observe. */
globalThis.ResizeObserver ??= class implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
};
