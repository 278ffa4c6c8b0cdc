/** Interaction to next paint of `/create` on a slowed processor: a full text, every widget, saving. */
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { editorReady, entryText, saveButton, tool } from "../support/pages.ts";
import { texts } from "../support/texts.ts";

/** Times slower than this machine: about a phone of the middle class. */
const SLOWER = 4;
/** Milliseconds up to which web.dev calls an interaction good. */
const GOOD = 200;
/** Milliseconds below which the browser reports no interaction. */
const SEEN_FROM = 16;
const ANSWER_AFTER = 3000;

const PARAGRAPH = "Heute war ein langer, stiller Tag, an dem vieles liegen blieb und doch manches gut wurde. ";

test("every interaction of the editor paints soon", async ({ page, anna: _ }) => {
  await page.addInitScript(observe, SEEN_FROM);
  const browser = await page.context().newCDPSession(page);
  await page.goto("/create");
  await editorReady(page);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });

  const rows: [string, number][] = [];
  const measure = async (name: string, act: () => Promise<void>) => {
    await page.evaluate(() => window.interactions?.splice(0));
    await act();
    rows.push([name, await slowest(page)]);
  };
  await measure("typing, empty page", () => entryText(page).pressSequentially(PARAGRAPH));
  await entryText(page).fill(PARAGRAPH.repeat(33).slice(0, 2900));
  await measure("typing, 2900 characters", () => entryText(page).pressSequentially(PARAGRAPH));
  await measure("mood unfolds", () => tool(page, "mood"));
  await measure("mood", () => page.locator("r-island[name=mood] input[type=range]").press("ArrowRight"));
  const emojis = page.locator("r-island[name=emoji]");
  await measure("emojis unfold", () => tool(page, "emojis"));
  await measure("emojis", () => emojis.locator("button.emoji-suggestion").first().click());
  await measure("emoji picker", () => emojis.getByRole("button", { name: texts.editor.emoji.open }).click());
  await page.keyboard.press("Escape");
  await page.locator("[popovertarget=visibility-choice]").click();
  await measure("visibility", () => page.locator("input[name=visibility]").last().press("Space"));
  // The answer waits, so that the page is still there to be asked how soon it said that it saves.
  await page.route("**/api/entries", async (route) => {
    await new Promise((later) => setTimeout(later, ANSWER_AFTER));
    await route.continue();
  });
  await measure("save", () => saveButton(page).click());
  await expect(page).toHaveURL("/dashboard");

  for (const [name, time] of rows)
    console.log(`| ${name} | ${time || `under ${SEEN_FROM}`}${time > GOOD ? ", slow" : ""} |`);
});

/** The longest of the interactions since the last measure, in steps of 8 ms as the browser rounds them. */
function slowest(page: Page): Promise<number> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    await new Promise((later) => setTimeout(later, 200));
    return Math.max(0, ...(window.interactions ?? []));
  });
}

function observe(durationThreshold: number) {
  window.interactions = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      if (entry.interactionId) window.interactions?.push(entry.duration);
    }
  });
  observer.observe({ type: "event", buffered: true, durationThreshold } as PerformanceObserverInit);
}

declare global {
  interface Window {
    interactions?: number[];
  }
}
