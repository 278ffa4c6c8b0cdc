import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { editorReady, entryText, saveButton, tool } from "../support/pages.ts";
import { write } from "../support/person.ts";
import { fill, texts } from "../support/texts.ts";

const { mood, emoji } = texts.editor;

test("a day gets a feeling and an own emoji with Pro, and every reader sees them", async ({ page, site, anna }) => {
  await site.grantPro(anna.email);
  await page.goto("/create");
  await editorReady(page);
  await entryText(page).fill("Ein langer Tag am See.");
  await tool(page, "mood");
  await page.getByRole("slider", { name: texts.editor.mood_label }).press("ArrowRight");
  await page.getByRole("radio", { name: mood.feelings.happy }).click();
  await page.getByRole("radio", { name: mood.feelings.grateful }).click();
  const own = page.getByRole("button", { name: mood.own_label });
  await own.click();
  const search = page.getByRole("searchbox", { name: emoji.search });
  await expect(search).toBeFocused();
  await search.fill("Igel");
  await page.getByRole("gridcell", { name: "Igel" }).click();
  await expect(own).toHaveText(`🦔${mood.own_label}`);
  await expectAccessible(page);
  await saveButton(page).click();
  await expect(page).toHaveURL(/\/dashboard/);
  const entry = await (await page.request.get("/api/entries/today")).json();
  expect(entry.mood).toEqual({ level: 6, feeling: "grateful", customEmoji: "🦔", isSet: true });

  await page.goto(`/entry/${entry.id}`);
  const mark = page.locator(".mood-mark");
  await expect(mark).toContainText(fill(texts.entry.mood_value, { n: 6 }));
  await expect(mark).toContainText(mood.feelings.grateful);
  await expect(mark).toContainText("🦔");
  await expectAccessible(page);

  await page.goto(`/edit/${entry.id}`);
  await editorReady(page);
  const chosen = page.getByRole("radio", { name: mood.feelings.grateful });
  await expect(chosen).toBeChecked();
  await chosen.click();
  await expect(chosen).not.toBeChecked();
  await page.getByRole("button", { name: mood.reset }).click();
  await expect(own).toHaveAttribute("aria-pressed", "false");
  await expect(page.getByRole("slider", { name: texts.editor.mood_label })).toHaveValue("5");
});

test("a secret link with the mood names the feeling", async ({ page, context, site, anna, newcomer }) => {
  await site.grantPro(anna.email);
  const entry = await write(context, site, { text: "Geteilt" });
  await page.request.patch(`/api/entries/${entry.id}`, {
    headers: { origin: site.origin },
    multipart: { text: "Geteilt", mood: JSON.stringify({ level: 3, feeling: "tired", customEmoji: "🐌" }) },
  });
  const shared = await page.request.post(`/api/entries/${entry.id}/generate-share-token`, { headers: { origin: site.origin }, data: {} });
  const reader = await newcomer();
  await reader.page.goto(`/shared/${(await shared.json()).shareToken}`);
  await expect(reader.page.locator(".mood-mark")).toContainText(mood.feelings.tired);
  await expect(reader.page.locator(".mood-mark")).toContainText("🐌");
});

test("there are no feelings without Pro, no hint before the fifth entry, and the server refuses them", async ({ page, context, site, anna: _ }) => {
  await page.goto("/create");
  await editorReady(page);
  await tool(page, "mood");
  await expect(page.getByText(mood.with_pro)).toHaveCount(0);
  await expect(page.getByRole("radio", { name: mood.feelings.happy })).toHaveCount(0);
  await expect(page.getByRole("button", { name: mood.own_label })).toHaveCount(0);
  await expectAccessible(page);
  const draft = { text: "Versuch", mood: { level: 7, feeling: null, customEmoji: null } };
  const entry = await write(context, site, draft);
  const patched = await page.request.patch(`/api/entries/${entry.id}`, {
    headers: { origin: site.origin },
    multipart: { text: "Versuch", mood: JSON.stringify({ level: 7, feeling: "happy", customEmoji: "🦔" }) },
  });
  expect((await patched.json()).mood).toEqual({ ...draft.mood, isSet: true });
});

test("the picker finds the day's emojis by keyboard, in the person's language", async ({ page, context, site, anna: _ }) => {
  await context.addCookies([{ name: "language", value: "fr", url: site.origin }]);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/create");
  await editorReady(page);
  await page.waitForLoadState("networkidle");
  await tool(page, "mood");
  const before = asked.length;
  await page.locator("#mood .emoji-tools button").last().click();
  const search = page.locator("#mood input[type=search]");
  await expect(search).toBeFocused();
  expect(asked.slice(before).filter((url) => url.includes("/islands/assets/")).length).toBeGreaterThan(1);
  await search.fill("hérisson");
  await expect(page.getByRole("gridcell")).toHaveCount(1);
  await search.press("Enter");
  await search.fill("zzzz");
  await expect(page.getByRole("gridcell")).toHaveCount(0);
  await search.press("Enter");
  await expect(page).toHaveURL(/\/create$/);
  await search.fill("chat");
  await expect(page.getByRole("gridcell").first()).toBeVisible();
  await search.press("ArrowRight");
  await search.press("Enter");
  const field = page.locator("#mood input.emoji-field");
  await expect(field).toHaveValue(/^🦔./u);
  await expectAccessible(page);
  await search.press("Escape");
  await expect(search).toHaveCount(0);
  await expect(page.locator("#mood .emoji-tools button").last()).toBeFocused();
});
