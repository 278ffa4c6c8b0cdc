/** Reading on: from day to day, back to the list, favourites and entries with a link. */
import type { BrowserContext, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { write } from "../support/person.ts";
import type { Site } from "../support/server.ts";
import { texts } from "../support/texts.ts";

const { entry: t, feed, dashboard, card } = texts;

const cards = (page: Page) => page.getByRole("article");

/** A day each, the last one yesterday. */
async function days(context: BrowserContext, site: Site, count: number) {
  const written = [];
  for (let n = 1; n <= count; n++) {
    written.push(await write(context, site, { text: `Tag Nummer ${n}.` }));
    await site.advance({ days: 1 });
  }
  return written;
}

test("arrows lead from day to day, and the way back to the place in the list", async ({ page, context, site, anna: _ }) => {
  await days(context, site, 25);
  await page.goto("/dashboard");
  await expect(page.locator(".feed[data-ready]")).toBeAttached();
  await page.getByRole("link", { name: dashboard.more }).click();
  await expect(cards(page)).toHaveCount(25);
  await cards(page).filter({ hasText: "Tag Nummer 3." }).locator(".card-link").click();
  await page.waitForURL("**/entry/*");
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByText("Tag Nummer 2.")).toBeVisible();
  await expect(page.getByRole("link", { name: t.previous_day })).toHaveAttribute("rel", "prev");
  await expectAccessible(page);
  await page.getByRole("link", { name: t.back }).click();
  await expect(cards(page)).toHaveCount(25);
  await expect(cards(page).filter({ hasText: "Tag Nummer 2." })).toBeInViewport();
});

test("favourites are a list of their own, and leave the filters as they are", async ({ page, context, site, anna: _ }) => {
  const written = await days(context, site, 3);
  const favorite = `/api/entries/${written[1]?.id}/favorite`;
  const headers = { origin: site.origin };
  expect((await context.request.put(favorite, { headers, data: { isFavorite: true } })).ok()).toBe(true);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: feed.favorites }).click();
  await expect(page).toHaveURL("/dashboard?only=favorites");
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText("Tag Nummer 2.");
  await expectAccessible(page);
  await page.getByRole("link", { name: feed.links }).click();
  await expect(page.getByRole("heading", { name: feed.only_none_title })).toBeVisible();
  const share = `/api/entries/${written[0]?.id}/generate-share-token`;
  expect((await context.request.post(share, { headers, data: { shareOptions: { originalText: true } } })).ok()).toBe(true);
  await page.reload();
  await expect(cards(page)).toHaveText([/Tag Nummer 1\./]);
  await page.getByRole("link", { name: feed.all }).click();
  await expect(cards(page)).toHaveCount(3);
  await expect(page.getByRole("checkbox", { name: feed.own, exact: true })).toBeChecked();
});

test("today's entry is read without the editor", async ({ page, context, site, anna: _ }) => {
  const today = await write(context, site, { text: "Von heute." });
  await page.goto("/dashboard");
  await cards(page).getByRole("link", { name: card.view }).click();
  await expect(page).toHaveURL(`/entry/${today.id}`);
  await expect(page.getByText("Von heute.")).toBeVisible();
});
