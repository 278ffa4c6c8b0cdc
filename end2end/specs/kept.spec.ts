import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { deleteEntry, editorReady, entryText, saveButton } from "../support/pages.ts";
import { write } from "../support/person.ts";
import { texts } from "../support/texts.ts";

const { kept, draft } = texts.editor;

const onDevice = (page: Page) => expect(page.locator("[data-save-line]")).toContainText(texts.editor.save_line.local);
const words = (page: Page) => page.locator("[data-unsaved-drafts]");

test("a page that is loaded again after the day's end goes on with what was begun, and saves it for its day", async ({ page, context, site, anna }) => {
  const { id } = await write(context, site, { text: `Ein Tag von ${anna.firstName}` });
  await page.goto(`/edit/${id}`);
  await editorReady(page);
  await entryText(page).fill("Kurz vor Mitternacht begonnen");
  await onDevice(page);
  await site.advance({ days: 1 });
  try {
    await page.reload();
    await editorReady(page);
    await expect(entryText(page)).toHaveValue("Kurz vor Mitternacht begonnen");
    await entryText(page).fill("Kurz vor Mitternacht begonnen, danach beendet");
    await saveButton(page).click();
    await expect.poll(async () => (await (await page.request.get(`/api/entries/${id}`)).json()).text).toContain("danach beendet");
    // Saved, nothing waits any more: the day is closed, and the page that was open gives no way back.
    await context.clearCookies({ name: "day_ticket" });
    await page.goto("/dashboard");
    await page.goto(`/edit/${id}`);
    await expect(page.getByText(texts.editor.edit_closed_text)).toBeVisible();
    await expect(words(page)).toBeHidden();
    await expect(page.locator("entry-form")).toHaveCount(0);
  } finally {
    await site.advance({ days: -1 });
  }
});

test("words with an expired ticket are shown on the closed day's page and go into today's entry", async ({ page, context, site, anna }) => {
  const { id } = await write(context, site, { text: `Ein Tag von ${anna.firstName}` });
  await page.goto(`/edit/${id}`);
  await editorReady(page);
  await entryText(page).fill("Zu spät, aber nicht verloren");
  await onDevice(page);
  await site.advance({ days: 2 });
  try {
    await page.reload();
    await expect(words(page)).toContainText("Zu spät, aber nicht verloren");
    await expect(page.locator("entry-form")).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole("link", { name: kept.today }).click();
    await editorReady(page);
    await page.getByRole("button", { name: draft.other_day_append }).click();
    await expect(entryText(page)).toHaveValue("Zu spät, aber nicht verloren");
    await saveButton(page).click();
    await page.waitForURL("**/dashboard");
    expect((await (await page.request.get("/api/entries/today")).json()).text).toBe("Zu spät, aber nicht verloren");
    await expect(page.locator("[data-unsaved]")).toBeHidden();
  } finally {
    await site.advance({ days: -2 });
  }
});

test("an entry that was deleted elsewhere leaves its words in the open form and after a reload", async ({ page, context, site, anna }) => {
  const { id } = await write(context, site, { text: `Ein Tag von ${anna.firstName}` });
  await page.goto(`/edit/${id}`);
  await editorReady(page);
  await entryText(page).fill("Mehr als der Eintrag hatte");
  await onDevice(page);
  const other = await context.newPage();
  await other.goto(`/entry/${id}`);
  await deleteEntry(other);
  await other.waitForURL(/\/dashboard/);
  await page.bringToFront();
  await saveButton(page).click();
  await expect(page.locator("[data-notice]")).toContainText(kept.gone);
  await expect(entryText(page)).toHaveValue("Mehr als der Eintrag hatte");
  await page.reload();
  await expect(words(page)).toContainText("Mehr als der Eintrag hatte");
  await expectAccessible(page);
  await page.getByRole("link", { name: kept.today }).click();
  await editorReady(page);
  await page.getByRole("button", { name: draft.append }).click();
  await saveButton(page).click();
  await page.waitForURL("**/dashboard");
  expect((await (await page.request.get("/api/entries/today")).json()).text).toBe("Mehr als der Eintrag hatte");
});

test("from the bin, no text is appended once the day is closed, and both texts stay", async ({ page, context, site, anna }) => {
  const first = await write(context, site, { text: `Erster Text von ${anna.firstName}` });
  await page.goto(`/entry/${first.id}`);
  await deleteEntry(page);
  await page.waitForURL(/\/dashboard/);
  await expect(page.getByRole("status").filter({ hasText: texts.entry.deleted })).toBeVisible();
  const second = await write(context, site, { text: "Zweiter Text" });
  await site.advance({ days: 1 });
  try {
    await page.goto(`/bin/${first.id}`);
    await expect(page.getByText(`Erster Text von ${anna.firstName}`)).toBeVisible();
    await expect(page.getByText("Zweiter Text")).toBeVisible();
    await expect(page.getByRole("button", { name: texts.bin.append })).toHaveCount(0);
    await page.getByRole("button", { name: texts.bin.swap, exact: true }).click();
    await page.waitForURL(new RegExp(`/entry/${first.id}`));
    await page.goto(`/bin/${second.id}`);
    await expect(page.getByText("Zweiter Text"), "the other one is in the bin now").toBeVisible();
  } finally {
    await site.advance({ days: -1 });
  }
});

test("a saved entry is no empty form without a connection, and the page goes on by itself", async ({ page, context, site, anna }) => {
  const { id } = await write(context, site, { text: `Ein Tag von ${anna.firstName}` });
  await page.goto("/dashboard");
  await page.evaluate(() => navigator.serviceWorker.ready);
  const cached = () => page.evaluate(async () => [...(await (await caches.open("offline")).keys())].map(({ url }) => url).join(" "));
  await expect.poll(cached).toMatch(/\/offline.*|outbox/);
  expect(await cached()).toMatch(/outbox-/);
  await context.setOffline(true);
  await page.goto(`/edit/${id}`);
  await expect(page.getByText(texts.offline.entry)).toBeVisible();
  await expect(page.locator("entry-form")).toHaveCount(0);
  await expect(page.getByRole("link", { name: texts.offline.new }), "the day is taken").toBeHidden();
  await expectAccessible(page);
  await context.setOffline(false);
  await editorReady(page);
  await expect(entryText(page)).toHaveValue(`Ein Tag von ${anna.firstName}`);
});
