/** The bar of the editor, what of it works out of sight, and the page without its script. */
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { microphone, player } from "../support/microphone.ts";
import { editorReady, entryText, saveButton } from "../support/pages.ts";
import { write } from "../support/person.ts";
import { texts } from "../support/texts.ts";

test.use({ ...microphone, viewport: { width: 390, height: 600 } });

test("the bar's microphone records, shows that it does and ends it; its camera chooses photos", async ({ page, anna: _ }) => {
  await page.goto("/create");
  await editorReady(page);
  await entryText(page).fill("Zeile\n".repeat(60));
  await page.evaluate(() => scrollTo(0, 0));
  const voice = page.locator('a[data-tool][href="#voice"]');
  await voice.click();
  await expect(voice).toHaveAttribute("data-time", "0:01");
  await expect(voice).toHaveAccessibleName(new RegExp(`^${texts.editor.recorder.stop}`));
  await expect(page.locator("#voice")).not.toBeInViewport();
  await voice.click();
  await expect(player(page)).toBeAttached();
  await expect(voice).not.toHaveAttribute("data-recording");
  await expect(voice).toHaveAccessibleName(texts.editor.voice_label);
  const chooser = page.waitForEvent("filechooser");
  await page.locator('a[data-tool][href="#photos"]').click();
  expect((await chooser).isMultiple()).toBe(true);
});

test("a new page has its cursor in the text, and few steps to who can read it and to the save button", async ({ page, anna: _ }) => {
  await page.goto("/create");
  await editorReady(page);
  await expect(entryText(page)).toBeFocused();
  await page.keyboard.type("Gleich losgeschrieben");
  let stops = 1;
  for (; stops < 30 && !(await saveButton(page).evaluate((button) => button === document.activeElement)); stops++) await page.keyboard.press("Tab");
  expect(stops).toBeLessThanOrEqual(8);
  for (const row of ["photos", "voice", "mood"]) await expect(page.locator(`#${row}`)).toBeHidden();
  const readers = page.getByRole("button", { name: `${texts.visibility.label}: ${texts.visibility.private}` });
  await readers.click();
  await page.getByRole("radio", { name: texts.visibility.friends }).check();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("radio", { name: texts.visibility.friends })).toBeHidden();
  await expect(readers).toHaveCount(0);
  await entryText(page).press("ControlOrMeta+Enter");
  await page.waitForURL("**/dashboard");
  const saved = await (await page.request.get("/api/entries/today")).json();
  expect([saved.text, saved.visibility]).toEqual(["Gleich losgeschrieben", "friends"]);
});

test("the line that is typed stands above the bar, and with text twice as large the bar holds two buttons", async ({ page, anna: _ }) => {
  await page.goto("/create");
  await editorReady(page);
  await page.keyboard.type("Zeile\n".repeat(30));
  await page.keyboard.type("die letzte");
  const bar = page.locator(".editor-bar");
  const top = async () => (await bar.boundingBox())?.y ?? 0;
  // The field ends with its last line.
  const line = async () => entryText(page).evaluate((field) => field.getBoundingClientRect().bottom);
  await expect.poll(async () => (await line()) <= (await top())).toBe(true);
  expect(await top(), "the bar stands at the lower edge").toBeLessThan(600);

  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  const more = bar.getByRole("button", { name: texts.editor.more });
  await expect(bar.getByRole("button")).toHaveCount(2);
  for (const button of [more, saveButton(page)]) await expect(button).toBeInViewport({ ratio: 1 });
  await more.click();
  await expectAccessible(page);
  await page.getByRole("link", { name: texts.editor.tools.mood }).click();
  await expect(page.getByRole("slider", { name: texts.editor.mood_label })).toBeFocused();
  await expect(page.getByRole("link", { name: texts.editor.tools.mood })).toBeHidden();
});

test("the save button can be read under the pointer while it is busy", async ({ page, anna: _ }) => {
  await page.goto("/create");
  await editorReady(page);
  const colour = () => saveButton(page).evaluate((button) => getComputedStyle(button).backgroundColor);
  const before = await colour();
  await saveButton(page).evaluate((button) => button.setAttribute("aria-disabled", "true"));
  await saveButton(page).hover({ force: true });
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  expect(await colour()).toBe(before);
});

test("an entry can be written without script", async ({ page, context, site, browser, anna: _ }) => {
  const entry = await write(context, site, { text: "Ein stiller Tag\nam See", topMoment: "Der Eisvogel" });
  const plain = await browser.newContext({ baseURL: site.origin, javaScriptEnabled: false, storageState: await context.storageState() });
  const reader = await plain.newPage();
  await reader.goto(`/edit/${entry.id}`);
  const words = reader.locator("#plain-text");
  await expect(words).toHaveValue("Ein stiller Tag\nam See");
  await expect(reader.locator("#plain-top-moment")).toHaveValue("Der Eisvogel");
  await words.fill(" ");
  await reader.getByRole("button", { name: texts.editor.save }).click();
  await expect(reader.getByRole("alert")).toHaveText(texts.errors.empty_entry);
  await words.fill("Ein neuer Satz");
  await reader.getByRole("button", { name: texts.editor.save }).click();
  await expect(reader.getByRole("status").filter({ hasText: texts.editor.toast.updated })).toBeVisible();
  await reader.goto(`/entry/${entry.id}`);
  await expect(reader.getByText("Ein neuer Satz")).toBeVisible();
  await plain.close();
});
