/** The voice without a service for transcription: record, stop, lose nothing, save, listen. */
import { expectAccessible, expect, test as plain } from "../support/fixtures.ts";
import { beginRecording, microphone, PLAYER, player, playThrough, record, recorder } from "../support/microphone.ts";
import { answer, editorReady, saveButton, tool } from "../support/pages.ts";
import { startSite } from "../support/server.ts";
import { fill, texts } from "../support/texts.ts";

const t = texts.editor.recorder;

const test = plain.extend({
  site: [
    async ({}, use) => {
      const site = await startSite(undefined, { TAGESECHO_RECORDING_SECONDS: "4,8" });
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});

test.use(microphone);

test.beforeEach(async ({ page, anna: _ }) => {
  await page.goto("/create");
  await editorReady(page);
});

test("a recording alone is an entry, and plays before and after it is saved", async ({ page }) => {
  await record(page);
  await expect(recorder(page)).toContainText(t.no_transcription);
  expect(await playThrough(page, PLAYER)).toBeGreaterThan(0.5);
  await expectAccessible(page);
  await saveButton(page).click();
  await page.waitForURL("**/dashboard");
  const entry = await (await page.request.get("/api/entries/today")).json();
  expect(entry.audio.seconds).toBeGreaterThanOrEqual(1);
  await page.goto(`/entry/${entry.id}`);
  const length = await playThrough(page, "main audio");
  expect(length).toBeGreaterThan(0.5);
  expect(length).toBeLessThan(5);
});

test("it stops by itself at the longest time and says what Pro would give", async ({ page }) => {
  await tool(page, "voice");
  await expect(page.getByText(t.limit_title).first()).toBeVisible();
  await expect(page.getByText(fill(t.limit_text, { n: 4 })).first()).toBeVisible();
  await expect(page.getByText(fill(t.limit_pro, { n: 8 })).first()).toBeVisible();
  await expect(player(page)).toBeVisible();
  await saveButton(page).click();
  await page.waitForURL("**/dashboard");
});

test("a page reloaded in mid-recording gives the sound back, and it can be saved", async ({ page }) => {
  await beginRecording(page);
  await page.reload();
  await editorReady(page);
  await expect(recorder(page)).toContainText(/Deine Aufnahme wurde unterbrochen/);
  expect(await playThrough(page, PLAYER)).toBeGreaterThan(0.5);
  // The draft is like any other from here on.
  await expect(page.locator("[data-save-line]")).toContainText(texts.editor.save_line.local);
  await page.reload();
  await editorReady(page);
  await expect(player(page)).toBeVisible();
  await saveButton(page).click();
  await page.waitForURL("**/dashboard");
  const entry = await (await page.request.get("/api/entries/today")).json();
  expect(entry.audio.contentType).toBe("audio/webm");
  await page.goto(`/edit/${entry.id}`);
  await editorReady(page);
  await expect(recorder(page)).not.toContainText(/unterbrochen/);
});

test("a killed tab loses no more than the last second", async ({ page, context, site, anna }) => {
  // Pro gives time enough before the recording stops by itself.
  await site.grantPro(anna.email);
  await page.reload();
  await editorReady(page);
  await beginRecording(page);
  await expect(recorder(page)).toContainText("0:03");
  // A tab that is closed may still have the time to stop the recording.
  const devtools = await context.newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  devtools.send("Page.crash").catch(() => undefined);
  await crashed;
  const again = await context.newPage();
  await again.goto("/create");
  await editorReady(again);
  await expect(recorder(again)).toContainText(/Deine Aufnahme wurde unterbrochen/);
  expect(await playThrough(again, PLAYER)).toBeGreaterThan(2);
});

test("saving ends a recording that runs, and it is saved", async ({ page }) => {
  await beginRecording(page);
  await saveButton(page).click();
  await page.waitForURL("**/dashboard");
  const entry = await (await page.request.get("/api/entries/today")).json();
  expect(entry.audio.seconds).toBeGreaterThanOrEqual(1);
});

test("a saved recording is replaced after a question, and can be removed", async ({ page }) => {
  await page.getByRole("textbox", { name: texts.editor.text_label }).fill("Mit Worten");
  await record(page);
  await saveButton(page).click();
  await page.waitForURL("**/dashboard");
  const entry = await (await page.request.get("/api/entries/today")).json();
  await page.goto(`/edit/${entry.id}`);
  await editorReady(page);
  await recorder(page).getByRole("button", { name: t.again }).click();
  expect(await answer(page, true)).toBe(t.replace_confirm);
  await expect(recorder(page)).toContainText("0:01");
  await recorder(page).getByRole("button", { name: t.stop }).click();
  await saveButton(page).click();
  await expect(page.locator("[data-save-line]")).toHaveAttribute("data-state", "saved");
  const replaced = await (await page.request.get("/api/entries/today")).json();
  expect(replaced.audio.url).not.toBe(entry.audio.url);
  await recorder(page).getByRole("button", { name: t.remove, exact: true }).click();
  expect(await answer(page, true)).toBe(t.remove_confirm);
  await saveButton(page).click();
  await expect(player(page)).toHaveCount(0);
  await expect.poll(async () => (await (await page.request.get("/api/entries/today")).json()).audio).toBeUndefined();
});

test("a refused microphone says what to do", async ({ page }) => {
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  });
  await tool(page, "voice");
  await expect(page.getByRole("alert")).toContainText("Mikrofon konnte nicht aktiviert werden.");
  await expect(page.getByRole("alert")).toContainText(t.microphone_refused);
  await expectAccessible(page);
});

test("signing out asks about a recording, and leaves nothing of it", async ({ page }) => {
  await beginRecording(page);
  await page.getByRole("button", { name: texts.menu.open }).click();
  await page.getByRole("button", { name: texts.menu.logout }).click();
  expect(await answer(page, true)).toBe(texts.menu.logout_unsaved);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(texts.landing.hero_title);
  expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
});
