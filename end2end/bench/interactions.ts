/** Measures in a slowed browser: the longest interaction, and how far a page moved by itself. */
import type { Page } from "@playwright/test";

/** Times slower than this machine: about a phone of the middle class. */
const SLOWER = 4;
/** Milliseconds up to which an interaction feels like an answer; web.dev calls 200 good. */
const GOOD = 100;
/** Milliseconds below which the browser reports no interaction. */
const SEEN_FROM = 16;

export async function observeInteractions(page: Page): Promise<void> {
  await page.addInitScript(observe, SEEN_FROM);
}

export async function slowDown(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
}

/** A table of interactions and their milliseconds. */
export class Interactions {
  readonly #page: Page;
  readonly #rows: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  async measure(name: string, act: () => Promise<unknown>): Promise<void> {
    await this.#page.evaluate(() => window.interactions?.splice(0));
    await act();
    const time = await slowest(this.#page);
    this.#rows.push(`| ${name} | ${time || `under ${SEEN_FROM}`}${time > GOOD ? ", slow" : ""} |`);
  }

  print(): void {
    for (const row of this.#rows) console.log(row);
  }
}

/** The longest of the interactions since the last measure, in steps of 8 ms as the browser rounds them. */
function slowest(page: Page): Promise<number> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    await new Promise((later) => setTimeout(later, 200));
    return Math.max(0, ...(window.interactions ?? []));
  });
}

/** Sum of the page's layout shifts that no input caused, as the browser weighs them. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => window.layoutShift ?? 0);
}

function observe(durationThreshold: number) {
  window.interactions = [];
  window.layoutShift = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      if (entry.interactionId) window.interactions?.push(entry.duration);
    }
  });
  observer.observe({ type: "event", buffered: true, durationThreshold } as PerformanceObserverInit);
  const shifts = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) window.layoutShift = (window.layoutShift ?? 0) + entry.value;
    }
  });
  shifts.observe({ type: "layout-shift", buffered: true });
}

declare global {
  interface Window {
    interactions?: number[];
    layoutShift?: number;
  }
}
