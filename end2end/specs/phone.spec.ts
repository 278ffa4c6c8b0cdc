/** What has little room: tabs, and messages that must not lie over what they are about. */
import { expect, test } from "../support/fixtures.ts";
import { pressShare } from "../support/pages.ts";
import { write } from "../support/person.ts";
import { texts } from "../support/texts.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test("the tabs of the friends are one row, with the chosen one in sight", async ({ page, anna }) => {
  for (const tab of ["friends", "find", "incoming", "outgoing", "invitations"]) {
    await page.goto(`/friends?tab=${tab}`);
    await expect(page.locator(".page-tab[aria-current]")).toBeInViewport({ ratio: 1 });
    const tops = await page.locator(".page-tab").evaluateAll((tabs) => tabs.map((one) => one.getBoundingClientRect().top));
    expect(new Set(tops).size, "one row").toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), "the page itself stands still").toBe(390);
  }
  expect(anna.userId).toBeTruthy();
});

test("the button itself says that the link is copied, and no message lies over it", async ({ page, context, site, anna }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const entry = await write(context, site, { text: "Ein Tag zum Teilen" });
  await page.goto(`/entry/${entry.id}`);
  await pressShare(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: texts.share.create }).click();
  const made = dialog.getByRole("listitem").filter({ hasText: texts.share.created });
  await expect(made).toBeVisible();
  await made.getByRole("button", { name: texts.toast.close }).click();
  await dialog.getByRole("button", { name: texts.share.copy }).click();
  await expect(dialog.getByRole("button", { name: texts.share.copied })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: texts.share.copied })).toHaveCount(0);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await dialog.getByLabel(texts.share.link).inputValue());
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: texts.entry.more }), "the menu that the dialog was opened from").toBeFocused();
  expect(anna.userId).toBeTruthy();
});
