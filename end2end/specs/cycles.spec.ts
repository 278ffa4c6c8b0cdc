/** Nothing is lost (product 6): the tab, the network and the session end in the middle of a word, again and again. */
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { editorReady, entryText, saveButton } from "../support/pages.ts";
import { type Person, signInByCall } from "../support/person.ts";
import type { Site } from "../support/server.ts";
import { texts } from "../support/texts.ts";

const CYCLES = Number(process.env.TAGESECHO_CYCLES ?? 50);

/** Milliseconds after which a word is on this device, as promised. */
const PROMISE = 500;

const promised = (page: Page) => page.waitForTimeout(PROMISE);

/** Each ends the writing in mid-word in its own way; the page that is there afterwards, if any, is given back. */
const ENDS: Record<string, (page: Page, context: BrowserContext, site: Site, person: Person) => Promise<Page | undefined>> = {
  async "the tab is closed after the promised time"(page) {
    await promised(page);
    await page.close();
    return undefined;
  },
  async "the tab crashes"(page, context) {
    await promised(page);
    const devtools = await context.newCDPSession(page);
    const crashed = page.waitForEvent("crash");
    devtools.send("Page.crash").catch(() => undefined);
    await crashed;
    await page.close();
    return undefined;
  },
  // Hidden at once, without waiting.
  async "the page is loaded again at once"(page) {
    await page.reload();
    return page;
  },
  async "somebody goes to another page at once"(page) {
    await page.goto("/dashboard");
    return page;
  },
  async "the network ends, and then the tab"(page, context) {
    await context.setOffline(true);
    await saveButton(page).click();
    await expect(page.locator("[data-save-line]")).toContainText(texts.editor.save_line.queued);
    await page.close();
    return undefined;
  },
  async "the session ends, and then the tab"(page, context, site, person) {
    await page.request.delete("/api/auth/session", { headers: { origin: site.origin } });
    // A save that waited from the cycle before is sent by itself, and may be the one that meets the ended session.
    const asked = page.getByRole("dialog").filter({ hasText: texts.sign_in.again_title });
    await expect(async () => {
      if (!(await asked.isVisible())) await saveButton(page).click({ timeout: 1000 });
      await expect(asked).toBeVisible({ timeout: 1000 });
    }).toPass();
    await page.close();
    await signInByCall(context, site, person);
    return undefined;
  },
};

test(`in ${CYCLES} cycles no character is lost`, async ({ page, context, site, anna }) => {
  test.setTimeout(60_000 + CYCLES * 8_000);
  const ends = Object.entries(ENDS);
  let expected = "";
  let tab: Page | undefined = page;
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    const [name, end] = ends[cycle % ends.length]!;
    await test.step(`${cycle}: ${name}`, async () => {
      tab ??= await context.newPage();
      await tab.goto("/create");
      await editorReady(tab);
      await expect(entryText(tab), `before cycle ${cycle}`).toHaveValue(expected);
      // Half a word, by the keyboard.
      const half = `Wort${cycle}hal`;
      await entryText(tab).press("ControlOrMeta+End");
      await tab.keyboard.type(half);
      expected += half;
      tab = await end(tab, context, site, anna);
      await context.setOffline(false);
    });
  }
  const last: Page = tab ?? (await context.newPage());
  await last.goto("/create");
  await editorReady(last);
  await expect(entryText(last)).toHaveValue(expected);
  await saveButton(last).click();
  await expect(async () => {
    expect((await (await last.request.get("/api/entries/today")).json())?.text).toBe(expected);
  }).toPass();
});
