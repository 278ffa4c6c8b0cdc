import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { deleteEntry, openMenu } from "../support/pages.ts";
import { write } from "../support/person.ts";
import { texts } from "../support/texts.ts";

const { bin: t, entry } = texts;

/** The question before something goes. */
const question = (page: Page) => page.getByRole("alertdialog");

test("the heart is set and taken away on the entry's page, and the card shows it", async ({ page, context, site, anna }) => {
  const { id } = await write(context, site, { text: `Ein Tag von ${anna.firstName}` });
  await page.goto(`/entry/${id}`);
  const heart = page.getByRole("button", { name: texts.card.favorite });
  const saved = () => page.waitForResponse((response) => response.request().method() === "POST" && response.url().includes("/entry/"));
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  await heart.focus();
  await Promise.all([saved(), page.keyboard.press("Space")]);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect(heart, "nothing else of the page changes").toBeFocused();
  await page.goto("/dashboard");
  await expect(page.getByRole("article").getByRole("button", { name: texts.card.favorite, pressed: true })).toBeVisible();
  await page.goto(`/entry/${id}`);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await Promise.all([saved(), page.locator(".favorite-switch").click()]);
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  await page.reload();
  await expect(heart).toHaveAttribute("aria-pressed", "false");

  await page.route(`**/entry/${id}`, (route) => route.abort());
  await page.locator(".favorite-switch").click();
  await expect(page.getByText(texts.form.answer.none).first()).toBeVisible();
  await expect(heart, "as it is saved").toHaveAttribute("aria-pressed", "false");
});

test("a deleted entry can be taken back at the start", async ({ page, context, site, anna }) => {
  const { id } = await write(context, site, { text: `Ein Tag von ${anna.firstName}` });
  await page.goto(`/entry/${id}`);
  await expectAccessible(page);
  const more = page.getByRole("button", { name: entry.more });
  await more.press("ArrowDown");
  await expectAccessible(page);
  await page.keyboard.press("ArrowUp");
  const remove = page.getByRole("button", { name: entry.delete });
  await expect(remove, "before the first item is the last").toBeFocused();
  await page.keyboard.press("Enter");
  const no = question(page).getByRole("button", { name: texts.app.cancel });
  await expect(no, "no is what Enter presses").toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(remove).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();
  await expect(remove).toBeHidden();

  await openMenu(page);
  await remove.click();
  await page.keyboard.press("Tab");
  await expect(question(page).getByRole("button", { name: entry.delete }), "the page behind has no place in the order").toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(question(page)).toBeHidden();
  await expect(remove).toBeFocused();
  await expect(page, "who says no stays").toHaveURL(/\/entry\//);

  await remove.click();
  await expect(question(page)).toContainText(entry.delete_ask);
  await question(page).getByRole("button", { name: entry.delete }).click();
  await page.waitForURL(/\/dashboard/);
  const toast = page.getByRole("status").filter({ hasText: entry.deleted });
  await expect(toast).toContainText(entry.deleted);
  await expect(toast.getByRole("link", { name: t.title })).toHaveAttribute("href", "/bin");
  await expect(page.getByText("Ein Tag von")).toHaveCount(0);
  await expectAccessible(page);
  expect((await page.request.get(`/api/entries/${id}`)).status()).toBe(404);

  await toast.getByRole("button", { name: entry.undo }).click();
  await page.waitForURL(new RegExp(`/entry/${id}`));
  await expect(page.getByText(t.restored).first()).toBeVisible();
  await expect(page.getByRole("article")).toContainText("Ein Tag von");
});

test("the bin shows what was deleted, and a taken day shows both texts", async ({ page, context, site, anna }) => {
  const first = await write(context, site, { text: `Erster Text von ${anna.firstName}` });
  await page.goto(`/entry/${first.id}`);
  await deleteEntry(page);
  await page.waitForURL(/\/dashboard/);
  const second = await write(context, site, { text: "Zweiter Text" });

  await page.goto("/dashboard");
  await page.getByRole("main").getByRole("link", { name: t.title }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t.title);
  await expect(page.getByText("Erster Text")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: t.restore }).click();
  await page.waitForURL(`**/bin/${first.id}`);
  for (const text of ["Erster Text", "Zweiter Text"]) await expect(page.getByText(text)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: t.append }).click();
  await page.waitForURL(new RegExp(`/entry/${second.id}`));
  await expect(page.locator(".prose").first()).toContainText("Erster Text");

  await page.goto(`/bin/${first.id}`);
  await page.getByRole("button", { name: t.swap }).click();
  await page.waitForURL(new RegExp(`/entry/${first.id}`));
  await expect(page.getByText("Zweiter Text")).toHaveCount(0);
  await page.goto(`/edit/${second.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t.instead_title);
  await page.getByRole("link", { name: t.instead_open }).click();
  await expect(page.getByText("Zweiter Text").first()).toBeVisible();

  await site.advance({ days: 31 });
  await page.goto("/bin");
  await expect(page.getByText(t.empty_title)).toBeVisible();
});

test("deleting an entry that is already deleted leads to the bin", async ({ page, context, site, anna }) => {
  const { id } = await write(context, site, { text: `Ein Tag von ${anna.firstName}` });
  await page.goto(`/entry/${id}`);
  expect((await page.request.delete(`/api/entries/${id}`, { headers: { origin: site.origin } })).status()).toBe(204);
  await deleteEntry(page);
  await expect(page.getByRole("heading", { name: t.instead_title })).toBeVisible();
});
