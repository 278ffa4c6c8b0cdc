import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { editorReady, entryText } from "../support/pages.ts";
import { write } from "../support/person.ts";
import { texts } from "../support/texts.ts";

test("one's own words come first and open, and a summary of other words says so and offers a new one", async ({ page, context, site, anna: _ }) => {
  const { id } = await write(context, site, { text: "Am Morgen Regen.", summary: "Regen", visibility: "public" });
  const outdated = page.getByText(texts.entry.summary_outdated);
  await page.goto(`/entry/${id}`);
  await expect(page.getByRole("article").getByRole("heading", { level: 2 }).first()).toHaveText(texts.entry.your_text);
  await expect(page.locator(".prose").first()).toHaveText("Am Morgen Regen.");
  await expect(page.locator(".prose").nth(1)).toHaveText("Regen");
  await expect(outdated).toHaveCount(0);

  const headers = { origin: site.origin };
  const link = await context.request.post(`/api/entries/${id}/generate-share-token`, { headers, data: {} });
  const { shareToken } = await link.json();
  await context.request.patch(`/api/entries/${id}`, { headers, multipart: { text: "Am Abend Sonne.", summary: "Regen", mood: "{}" } });
  await page.goto("/dashboard");
  await expect(page.locator("[data-card]").getByText(texts.entry.summary_outdated)).toBeVisible();
  await page.goto(`/shared/${shareToken}`);
  await expect(page.getByText(texts.shared.summary_outdated)).toBeVisible();
  await expect(outdated).toHaveCount(0);
  await page.goto(`/entry/${id}`);
  await expect(outdated).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: texts.entry.summary_renew }).click();
  await editorReady(page);
  await expect(page.getByRole("button", { name: texts.editor.assistant.summarise })).toBeInViewport();
});

test("the page and the card of an entry tell of its words that are not saved on this device", async ({ page, context, site, anna }) => {
  const { id, date } = await write(context, site, { text: "Bis hierher" });
  await page.goto(`/edit/${id}`);
  await editorReady(page);
  await entryText(page).fill("Bis hierher und weiter");
  await expect(page.locator("[data-save-line]")).toContainText(texts.editor.save_line.local);
  await page.goto(`/entry/${id}`);
  await expect(page.getByRole("link", { name: texts.dashboard.unsaved_open })).toHaveAttribute("href", `/edit/${id}`);
  await page.goto("/dashboard");
  await expect(page.locator("[data-card]").getByText(texts.card.unsaved)).toBeVisible();
  expect([anna.userId, date]).toHaveLength(2);
});

test("a text with marks is read as what they mean, and stays as it was typed", async ({ page, context, site, anna: _ }) => {
  const address = `https://beispiel.de/${"weg".repeat(60)}`;
  const text = `Ein **guter**, *stiller* Tag: ${address}\n- Milch\n- Brot\n\n> Wer geht, kommt an.\n\n# müde, 2 * 3 <b>`;
  const { id } = await write(context, site, { text });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/entry/${id}`);
  const prose = page.locator(".prose").first();
  await expect(prose.getByRole("link")).toHaveText(address);
  await expect(prose.getByRole("link")).toHaveAttribute("rel", "nofollow noopener");
  await expect(prose.getByRole("listitem")).toHaveText(["Milch", "Brot"]);
  await expect(prose.getByRole("blockquote")).toHaveText("Wer geht, kommt an.");
  await expect(prose.locator("strong, em")).toHaveText(["guter", "stiller"]);
  await expect(prose.getByText("# müde, 2 * 3 <b>")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await page.goto(`/edit/${id}`);
  await editorReady(page);
  await expect(entryText(page)).toHaveValue(text);
  await expect(page.getByText(texts.editor.marks_hint)).toBeVisible();
});
