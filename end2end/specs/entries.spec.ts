import { expect, test } from "../support/fixtures.ts";
import { editorReady, entryText, openFolds, saveButton } from "../support/pages.ts";
import { write } from "../support/person.ts";
import { fill, texts } from "../support/texts.ts";

test("an empty entry is refused with its own text", async ({ page, anna: _ }) => {
  await page.goto("/create");
  await editorReady(page);
  await saveButton(page).click();
  await expect(page.getByText(texts.editor.toast.empty_title).first()).toBeVisible();
  await expect(page).toHaveURL(/\/create$/);
});

test("the counter counts what a person typed, and 3001 characters are not sent", async ({ page, anna: _ }) => {
  await page.goto("/create");
  await editorReady(page);
  await entryText(page).fill("ä".repeat(3000));
  await expect(page.locator("[data-counter]")).toContainText(fill(texts.editor.text_counter, { n: 3000, max: 3000 }).slice(0, 4));
  await entryText(page).fill(`${"ä".repeat(2999)}👍🏽`);
  await saveButton(page).click();
  await expect(page).toHaveURL(/\/create$/);
  await expect(entryText(page)).toHaveValue(/👍🏽$/);
});

test("today's entry is opened for editing instead of a second one", async ({ page, context, site, anna: _ }) => {
  const entry = await write(context, site, { text: "Der Morgen" });
  await page.goto("/create");
  await expect(page).toHaveURL(new RegExp(`/edit/${entry.id}$`));
  await editorReady(page);
  await expect(entryText(page)).toHaveValue("Der Morgen");
  await entryText(page).fill("Der Morgen und der Abend");
  await saveButton(page).click();
  await expect(page.getByText(texts.editor.toast.updated).first()).toBeVisible();
  await page.reload();
  await expect(entryText(page)).toHaveValue("Der Morgen und der Abend");
  await openFolds(page);
  await page.getByText(texts.editor.versions.title).click();
  await page.getByRole("button", { name: texts.editor.versions.restore }).first().click();
  await expect(entryText(page)).toHaveValue("Der Morgen");
});

test("white space, empty first lines and markup come back as they were typed", async ({ page, context, site, anna: _ }) => {
  const text = "\n\n  </textarea><script>alert(1)</script> & \"Anna\"\n\n<b>kein Fett</b>";
  const entry = await write(context, site, { text, topMoment: "</title><script>alert(2)</script>" });
  expect(entry.text).toBe(text);
  await page.goto(`/edit/${entry.id}`);
  await editorReady(page);
  await expect(entryText(page)).toHaveValue(text);
  await page.goto(`/entry/${entry.id}`);
  await expect(page.getByText("<b>kein Fett</b>")).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByRole("article").first()).toContainText("alert(1)");
});

test("a Free account edits on the same day only, and the page says so kindly", async ({ page, context, site, anna: _ }) => {
  const entry = await write(context, site, { text: "Von gestern" });
  await page.goto("/dashboard");
  await expect(page.getByRole("link", { name: texts.card.edit })).toBeVisible();
  await site.advance({ days: 2 });
  try {
    await page.goto("/dashboard");
    await expect(page.getByRole("link", { name: texts.card.edit })).toHaveCount(0);
    const response = await page.goto(`/edit/${entry.id}`);
    expect(response?.status()).toBe(403);
    await expect(page.getByText(texts.editor.edit_closed_title)).toBeVisible();
    const patched = await page.request.patch(`/api/entries/${entry.id}`, {
      headers: { origin: site.origin },
      multipart: { text: "doch noch geändert", mood: JSON.stringify({ level: 5 }) },
    });
    expect([patched.status(), (await patched.json()).code]).toEqual([403, "edit_closed"]);
  } finally {
    await site.advance({ days: -2 });
  }
});

test("somebody else's private entry is refused, a missing one is not found", async ({ page, context, site, anna: _, newcomer }) => {
  const entry = await write(context, site, { text: "Nur für mich" });
  const open = await write((await newcomer()).context, site, { text: "Für alle", visibility: "public" });
  const stranger = await newcomer();
  expect((await stranger.page.goto(`/entry/${entry.id}`))?.status()).toBe(403);
  await expect(stranger.page.getByText(texts.entry.denied_title)).toBeVisible();
  await expect(stranger.page.getByText("Nur für mich")).toHaveCount(0);
  expect((await stranger.page.goto(`/entry/${open.id}`))?.status()).toBe(200);
  await expect(stranger.page.getByText("Für alle")).toBeVisible();
  expect((await page.goto("/entry/0197e9a0-0000-7000-8000-000000000000"))?.status()).toBe(404);
  await expect(page.getByText(texts.entry.not_found_title)).toBeVisible();
  expect((await page.goto("/entry/keine-kennung"))?.status()).toBe(404);
  expect((await page.goto("/gibt/es/nicht"))?.status()).toBe(404);
  await expect(page.getByText(texts.not_found.title)).toBeVisible();
});
