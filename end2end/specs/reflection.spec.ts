import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { answer, editorReady, entryText, openFolds, saveButton } from "../support/pages.ts";
import { write } from "../support/person.ts";
import { texts } from "../support/texts.ts";

const t = texts.editor.reflection;

const block = (page: Page) => page.locator("#reflection");
const fields = (page: Page) => block(page).getByRole("textbox");
const lines = (page: Page) => block(page).getByRole("status");

async function unfold(page: Page) {
  await editorReady(page);
  await openFolds(page);
  await expect(fields(page).first()).toBeVisible();
}

/** The question that a field answers. */
async function question(page: Page, at: number): Promise<string> {
  return (await block(page).locator(".reflection-question").nth(at).textContent()) ?? "";
}

test("three questions answered with a new entry stand on its page, and behind its link", async ({ page, context, site, anna: _, newcomer }) => {
  await page.goto("/create");
  await unfold(page);
  await entryText(page).fill("Ein Tag zum Nachdenken");
  const asked: string[] = [];
  for (const [at, answer] of ["Der erste Kaffee", "Meine Schwester,\nwie immer", "Grau mit Rand"].entries()) {
    if (at > 0) await block(page).getByRole("button", { name: t.add }).click();
    asked.push(await question(page, at));
    await fields(page).nth(at).fill(answer);
    await expect(lines(page).nth(at)).toHaveText(t.with_entry);
  }
  await expectAccessible(page);
  await saveButton(page).click();
  await page.waitForURL("**/dashboard");

  const entry = await (await page.request.get("/api/entries/today")).json();
  await page.goto(`/entry/${entry.id}`);
  await page.getByText(texts.entry.details).click();
  const answers = page.locator(".reflection-answers");
  await expect(answers.getByRole("heading")).toHaveText(texts.entry.reflection);
  for (const words of [...asked, "Der erste Kaffee", "wie immer", "Grau mit Rand"]) await expect(answers).toContainText(words);
  await expectAccessible(page);

  const made = await page.request.post(`/api/entries/${entry.id}/generate-share-token`, { headers: { origin: site.origin }, data: { shareOptions: { details: true } } });
  const { shareToken } = await made.json();
  const guest = await newcomer();
  await guest.context.clearCookies();
  await guest.page.goto(`/shared/${shareToken}`);
  await expect(guest.page.getByText("Grau mit Rand")).toBeVisible();
  await context.request.patch(`/api/entries/${entry.id}/update-share-options`, { headers: { origin: site.origin }, data: { shareOptions: { originalText: true } } });
  await guest.page.reload();
  await expect(guest.page.getByText("Grau mit Rand")).toHaveCount(0);
});

test("an answer is saved by itself while editing, and is there again", async ({ page, context, site, anna: _ }) => {
  const entry = await write(context, site, { text: "Anfang" });
  await page.goto(`/edit/${entry.id}`);
  await unfold(page);
  await fields(page).first().fill("Ganz von selbst");
  await expect(lines(page).first()).toHaveText(t.saved);
  const asked = await question(page, 0);
  await page.reload();
  await editorReady(page);
  await expect(fields(page)).toHaveValue("Ganz von selbst");
  expect(await question(page, 0)).toBe(asked);
  await expect(page.locator("[data-notice]")).toBeHidden();

  await block(page).getByRole("button", { name: t.remove }).click();
  expect(await answer(page, true)).toContain(asked);
  await expect(fields(page)).toHaveValue("");
  const answers = await page.request.get(`/api/entries/${entry.id}/reflection-answers`);
  expect(await answers.json()).toEqual([]);
  expect((await (await page.request.get(`/api/entries/${entry.id}`)).json()).version).toBe(entry.version);
});

test("a sign-in that ended while answering is renewed in place, and the answer is saved", async ({ page, context, site, anna }) => {
  const entry = await write(context, site, { text: "Anfang" });
  await page.goto(`/edit/${entry.id}`);
  await unfold(page);
  await context.clearCookies({ name: "session" });
  await fields(page).first().fill("Mitten im Gedanken");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(texts.sign_in.again_title);
  await expect(block(page).getByText(texts.app.unauthorized)).toBeAttached();
  await expect(block(page).locator("textarea")).toHaveValue("Mitten im Gedanken");
  await dialog.getByLabel(texts.sign_in.email).fill(anna.email);
  await dialog.getByLabel(texts.sign_in.password, { exact: true }).fill(anna.password);
  await dialog.getByRole("button", { name: texts.sign_in.login_button }).click();
  await expect(lines(page).first()).toHaveText(t.saved);
  const [saved] = await (await page.request.get(`/api/entries/${entry.id}/reflection-answers`)).json();
  expect(saved.answer).toBe("Mitten im Gedanken");
});

test("a closed tab loses no answer, neither before the first save nor while nothing can be saved", async ({ page, context, anna: _ }) => {
  await page.goto("/create");
  await unfold(page);
  const asked = await question(page, 0);
  await fields(page).first().fill("Noch ohne Eintrag");
  await expect(page.locator("[data-save-line]")).toContainText(texts.editor.save_line.local);
  await page.close();

  const again = await context.newPage();
  await again.goto("/create");
  await editorReady(again);
  await expect(fields(again)).toHaveValue("Noch ohne Eintrag");
  expect(await question(again, 0)).toBe(asked);
  await entryText(again).fill("Jetzt mit Text");
  await saveButton(again).click();
  await again.waitForURL("**/dashboard");

  await again.goto("/create");
  await again.waitForURL("**/edit/*");
  await unfold(again);
  await expect(fields(again)).toHaveValue("Noch ohne Eintrag");
  await context.setOffline(true);
  await fields(again).first().fill("Geändert ohne Netz");
  await expect(lines(again).first()).toHaveText(t.failed);
  await expect(again.locator("[data-save-line]")).toContainText(texts.editor.save_line.local);
  await again.close();
  await context.setOffline(false);

  const last = await context.newPage();
  await last.goto("/create");
  await last.waitForURL("**/edit/*");
  await editorReady(last);
  await expect(fields(last)).toHaveValue("Geändert ohne Netz");
  await expect(lines(last).first()).toHaveText(t.saved);
});

test("another question is never one that was shown before", async ({ page, anna: _ }) => {
  await page.goto("/create");
  await unfold(page);
  const seen = new Set([await question(page, 0)]);
  const swap = block(page).getByRole("button", { name: t.swap });
  for (let round = 0; round < 20; round++) {
    const before = await question(page, 0);
    await swap.click();
    await expect(block(page).locator(".reflection-question").first()).not.toHaveText(before);
    seen.add(await question(page, 0));
  }
  expect(seen.size).toBe(21);
  const add = block(page).getByRole("button", { name: t.add });
  for (let more = 0; more < 4; more++) await add.click();
  await expect(fields(page)).toHaveCount(5);
  await expect(fields(page).nth(4)).toBeFocused();
  await expect(add).toHaveCount(0);
  for (let at = 1; at < 5; at++) seen.add(await question(page, at));
  expect(seen.size).toBe(25);
});
