/** Pages with little room: tabs, the start page, and messages that must not cover what they are about. */
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { pressShare } from "../support/pages.ts";
import { signInByCall, write } from "../support/person.ts";
import { fill, texts } from "../support/texts.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test("every tab of the friends is in sight in one line and stands still, and so does the button that invites", async ({ page, context, site, anna, newcomer }) => {
  const jonas = await newcomer();
  const places = new Set<number | undefined>();
  for (const tab of ["friends", "find", "incoming", "outgoing", "invitations"]) {
    await page.goto(`/friends?tab=${tab}`);
    for (const one of await page.locator(".page-tab").all()) {
      await expect(one).toBeInViewport({ ratio: 1 });
      places.add((await one.boundingBox())?.y);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth), "the page itself stands still").toBe(390);
  }
  expect(places.size).toBe(1);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/friends");
  await page.getByRole("link", { name: texts.invitations.friends_button }).click();
  await page.getByRole("button", { name: new RegExp(texts.invitations.copy) }).first().click();
  await expect(page.locator(".toast-title", { hasText: texts.invitations.copied })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("/?invite=");
  const asked = await jonas.context.request.post("/api/friend-requests", { headers: { origin: site.origin }, data: { userId: anna.userId } });
  expect(asked.ok()).toBe(true);
  await page.goto("/friends");
  const accept = page.getByRole("button", { name: fill(texts.friends.accept_named, { name: "Jonas Weber" }) });
  await expect(accept).toBeInViewport({ ratio: 1 });
  await accept.click();
  await expect(page.getByRole("link", { name: "Jonas Weber" })).toBeVisible();
  await expect(page.getByText(texts.friends.requests_title)).toHaveCount(0);
});

test("the first day is in sight below the greeting, and the filters are one button", async ({ page, context, site, anna }) => {
  await write(context, site, { text: `Ein Tag von ${anna.firstName}` });
  await site.advance({ days: 1 });
  await signInByCall(context, site, anna);
  await write(context, site, { text: "Noch ein Tag" });
  await site.advance({ days: 29 });
  await signInByCall(context, site, anna);
  await page.goto("/dashboard");
  await expect(page.locator(".feed[data-ready]")).toBeAttached();
  await expect(page.locator(".memory-when")).toBeInViewport();
  const box = await page.getByRole("article").first().boundingBox();
  expect(box?.y ?? 844, "the first day begins in the upper half").toBeLessThan(410);
  expect(await page.locator(".mobile-link[aria-current]").count()).toBe(1);
  const filter = page.getByRole("checkbox", { name: texts.feed.own });
  await expect(filter).toBeHidden();
  await page.locator(".feed-choose > summary").click();
  await filter.uncheck();
  await expect(page.getByText(texts.feed.none_title)).toBeVisible();
  await expectAccessible(page);
  await page.locator(".looking-fold > summary").click();
  await expect(page.locator(".month-name")).toBeVisible();
  await expectAccessible(page);
  await site.now();
});

test("the button itself says that the link is copied, and no message lies over it", async ({ page, context, site, anna: _ }) => {
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
});
