import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { write } from "../support/person.ts";
import { fill, texts } from "../support/texts.ts";

const { search: t } = texts;

test("results appear while one types, the address keeps them, and filters narrow them", async ({ page, context, site, anna: _ }) => {
  await write(context, site, { text: "Die Geburtstagsfeier bei Müllers" });
  await page.goto("/dashboard");
  await page.getByRole("link", { name: texts.nav.search, exact: true }).click();
  await expect(page.getByRole("heading", { name: t.start_title })).toBeVisible();
  await expectAccessible(page);

  const field = page.getByRole("searchbox", { name: t.label });
  // The module may start after the page. Typing again reaches it.
  await expect(async () => {
    await field.fill("");
    await field.pressSequentially("mueller feier");
    await expect(page.locator("mark")).toHaveText(["Geburtstagsfeier", "Müllers"], { timeout: 2000 });
  }).toPass();
  await expect(page.getByRole("status").filter({ hasText: fill(t.count, { n: 1 }) })).toBeVisible();
  await expect(page).toHaveURL("/search?q=mueller%20feier");
  await expectAccessible(page);

  await page.getByText(t.filters, { exact: true }).click();
  await page.getByRole("checkbox", { name: t.photo }).check();
  await expect(page.getByRole("heading", { name: t.none_title })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("checkbox", { name: t.photo }).uncheck();
  await page.locator(".search-link").click();
  await expect(page).toHaveURL(/\/entry\//);
  await page.goBack();
  await expect(field).toHaveValue("mueller feier");
  await expect(page.locator("mark")).toHaveCount(2);
});

test("a slash leads into the field, and from a hit the way leads back to its place", async ({ page, context, site, anna: _ }) => {
  for (let n = 1; n <= 15; n++) {
    await write(context, site, { text: `Regen, zum ${n}. Mal` });
    await site.advance({ days: 1 });
  }
  await page.goto("/dashboard");
  await page.keyboard.press("/");
  await page.waitForURL("**/search");
  await expect(page.getByRole("searchbox", { name: t.label })).toBeFocused();
  await page.goto("/search?q=regen");
  await page.locator(".search-link").last().click();
  await page.waitForURL("**/entry/*");
  await page.getByRole("link", { name: texts.editor.back }).click();
  await page.waitForURL("**/search?q=regen#e-*");
  await expect(page.locator(".search-line").last()).toBeInViewport();

  // The way leads to the calendar, to another month, and back.
  await page.getByRole("link", { name: t.to_calendar }).last().click();
  await expect(page).toHaveURL(/\/calendar\?month=/);
  await page.getByLabel(texts.stats.jump_month_name, { exact: true }).selectOption("1");
  await page.getByRole("button", { name: texts.stats.jump_button, exact: true }).first().click();
  await expect(page.locator(".month-name")).toContainText(texts.date.months.january);
  await page.getByRole("link", { name: texts.editor.back, exact: true }).click();
  await expect(page).toHaveURL(/\/search\?q=regen$/);
  // A day that is typed leads there.
  await page.getByRole("searchbox", { name: t.label }).fill("1.2.2020");
  await page.getByRole("link", { name: "1. Februar 2020" }).click();
  await expect(page).toHaveURL(/\/calendar\?day=2020-02-01/);
});

test("the form loads the page without JavaScript", async ({ browser, context, site, anna: _ }) => {
  await write(context, site, { text: "Ein Feiertag" });
  const plain = await browser.newContext({ javaScriptEnabled: false, locale: "de-DE", baseURL: site.origin });
  await plain.addCookies(await context.cookies());
  const page = await plain.newPage();
  await page.goto("/search");
  await page.getByRole("searchbox", { name: t.label }).fill("feier");
  await page.getByRole("button", { name: t.button, exact: true }).click();
  await expect(page.locator("mark")).toHaveText(["Feiertag"]);
  await plain.close();
});
