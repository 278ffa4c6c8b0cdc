import { expect, test } from "../support/fixtures.ts";
import { addPhotos, answer, editorReady, entryText, saveButton } from "../support/pages.ts";
import { signInByCall } from "../support/person.ts";
import { fill, texts } from "../support/texts.ts";

const onDevice = texts.editor.save_line.local;

test("a closed tab loses neither text nor photo", async ({ page, context, anna: _ }) => {
  await page.goto("/create");
  await editorReady(page);
  await entryText(page).fill("Noch nicht gespeichert");
  await addPhotos(page, "rocket.jpg");
  await expect(page.locator("[data-save-line]")).toContainText(onDevice);
  await page.close();
  const again = await context.newPage();
  await again.goto("/dashboard");
  await again.getByRole("link", { name: texts.dashboard.unsaved_open }).click();
  await editorReady(again);
  await expect(entryText(again)).toHaveValue("Noch nicht gespeichert");
  await expect(again.locator("r-island[name=dropzone] img")).toHaveCount(1);
  await expect(again.locator("[data-notice]")).toBeVisible();
  await saveButton(again).click();
  await again.waitForURL("**/dashboard");
  const saved = await (await again.request.get("/api/entries/today")).json();
  expect([saved.text, saved.images.length]).toEqual(["Noch nicht gespeichert", 1]);
});

test("a lost connection says so, keeps everything, and sends it when it is back, without leaving the page", async ({ page, context, anna: _ }) => {
  await page.goto("/create");
  await editorReady(page);
  await entryText(page).fill("Im Zug geschrieben");
  await context.setOffline(true);
  await saveButton(page).click();
  await expect(page.locator("[data-save-line]")).toContainText(texts.editor.save_line.queued);
  await expect(entryText(page)).toHaveValue("Im Zug geschrieben");
  await context.setOffline(false);
  await expect(page.locator("[data-save-line]")).toContainText(fill(texts.editor.save_line.saved, { time: "" }).trim());
  expect((await (await page.request.get("/api/entries/today")).json()).text).toBe("Im Zug geschrieben");
  await expect(page).toHaveURL(/\/edit\//);
});

test("a sign-in that ended while writing is renewed in place, and the text is saved", async ({ page, context, anna }) => {
  await page.goto("/create");
  await editorReady(page);
  await entryText(page).fill("Mitten im Satz");
  await context.clearCookies({ name: "session" });
  await saveButton(page).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(texts.sign_in.again_title);
  await dialog.getByLabel(texts.sign_in.email).fill(anna.email);
  await dialog.getByLabel(texts.sign_in.password, { exact: true }).fill(anna.password);
  await dialog.getByRole("button", { name: texts.sign_in.login_button }).click();
  await page.waitForURL("**/dashboard");
  expect((await (await page.request.get("/api/entries/today")).json()).text).toBe("Mitten im Satz");
});

test("a page opened before midnight saves after it, as written on its day", async ({ page, site, anna: _ }) => {
  await page.goto("/create");
  const date = await page.locator("entry-form").getAttribute("data-date");
  await editorReady(page);
  await entryText(page).fill("Kurz vor Mitternacht");
  await site.advance({ seconds: 24 * 3600 });
  try {
    await saveButton(page).click();
    await page.waitForURL("**/dashboard");
    const list = await (await page.request.get("/api/entries")).json();
    expect(list.map((entry: { date: string }) => entry.date)).toEqual([date]);
  } finally {
    await site.advance({ seconds: -24 * 3600 });
  }
});

test("signing out with unsaved text asks first, and then leaves nothing", async ({ page, anna: _ }) => {
  await page.goto("/create");
  await editorReady(page);
  await entryText(page).fill("Darf nicht hierbleiben");
  await expect(page.locator("[data-save-line]")).toContainText(onDevice);
  // The menu may still be open, or just be closing, after the answer no.
  const signOut = () =>
    expect(async () => {
      const logout = page.getByRole("button", { name: texts.menu.logout });
      if (!(await logout.isVisible())) await page.getByRole("button", { name: texts.menu.open }).click();
      await logout.click({ timeout: 2000 });
    }).toPass();
  await signOut();
  expect(await answer(page, false)).toBe(texts.menu.logout_unsaved);
  await expect(entryText(page)).toHaveValue("Darf nicht hierbleiben");
  await signOut();
  await answer(page, true);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(texts.landing.hero_title);
  expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
});

test("signing out in one tab leaves no page with private words open in another", async ({ page, context, anna: _ }) => {
  await page.goto("/create");
  await editorReady(page);
  await entryText(page).fill("Nur für mich");
  await expect(page.locator("[data-save-line]")).toContainText(onDevice);
  const other = await context.newPage();
  await other.goto("/dashboard");
  await other.getByRole("button", { name: texts.menu.open }).click();
  await other.getByRole("button", { name: texts.menu.logout }).click();
  await answer(other, true);
  await other.waitForURL("**/");
  await page.waitForURL("**/");
  await expect(page.getByRole("heading", { name: texts.landing.hero_title })).toBeVisible();
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
});

test("a device that was signed out from another one offers its unsaved words to copy, and then keeps nothing", async ({ page, context, site, browser, anna }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/create");
  await editorReady(page);
  await entryText(page).fill("Noch nicht gespeichert");
  await expect(page.locator("[data-save-line]")).toContainText(texts.editor.save_line.local);
  const phone = await browser.newContext({ baseURL: site.origin });
  await signInByCall(phone, site, anna);
  const ended = await phone.request.post("/settings", { form: { form: "end-sessions" }, headers: { origin: site.origin } });
  expect(ended.ok()).toBe(true);
  await phone.close();

  await page.goto("/create");
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(texts.toast.ended.question);
  await question.getByRole("button", { name: texts.toast.ended.remove }).click();
  await expect(page.getByText(texts.toast.ended.done).first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Noch nicht gespeichert");
  expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
  await page.goto("/create");
  await expect(page.locator("html[data-session-ended]"), "it is said until it is done").toHaveCount(0);
});
