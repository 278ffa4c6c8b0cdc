/** The owner looks at an entry as others get it. */
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { write } from "../support/person.ts";
import { texts } from "../support/texts.ts";

const t = texts.look;

test("the owner sees what friends, strangers and the link's holder get, and comes back", async ({ page, context, site, anna: _ }) => {
  const entry = await write(context, site, { text: "Nur für Freunde", visibility: "friends" });
  await page.goto(`/entry/${entry.id}`);
  await page.getByRole("button", { name: texts.entry.more }).click();
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link", { name: t.friend, exact: true }).click();
  await expect(page.getByText(t.friend_text)).toBeVisible();
  await expect(page.getByText("Nur für Freunde")).toBeVisible();
  await expect(page.getByRole("button", { name: texts.entry.share })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: t.stranger, exact: true }).click();
  await expect(page.getByRole("heading", { name: texts.entry.denied_title })).toBeVisible();
  await expect(page.getByText("Nur für Freunde")).toHaveCount(0);
  await expectAccessible(page);
  await expect(page.getByRole("link", { name: t.link, exact: true })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(wider, "nothing is cut off on a phone").toBe(false);
  await page.getByRole("link", { name: t.back }).click();
  await expect(page.getByRole("button", { name: texts.entry.more })).toBeVisible();
});

test("the owner looks as the link's holder, and is told of its PIN", async ({ page, context, site, anna: _ }) => {
  const entry = await write(context, site, { text: "Kanarie-Text", summary: "Kanarie-Summe" });
  const link = `/api/entries/${entry.id}`;
  const headers = { origin: site.origin };
  const made = await context.request.post(`${link}/generate-share-token`, { headers, data: {} });
  expect(made.status()).toBe(200);
  await page.goto(`/entry/${entry.id}`);
  await page.getByRole("button", { name: texts.entry.more }).click();
  // Pressed by key, since a page that is still loading moves below the pointer.
  await page.getByRole("main").getByRole("link", { name: t.link, exact: true }).press("Enter");
  await expect(page.getByText(t.link_text)).toBeVisible();
  await expect(page.getByText("Kanarie-Summe")).toBeVisible();
  await expect(page.getByText("Kanarie-Text")).toHaveCount(0);
  await expect(page.getByText(t.link_pin)).toHaveCount(0);
  await expectAccessible(page);
  const guarded = await context.request.patch(`${link}/update-share-options`, { headers, data: { pin: "2468" } });
  expect(guarded.status()).toBe(204);
  await page.reload();
  await expect(page.getByText(t.link_pin)).toBeVisible();
  await expect(page.getByText("Kanarie-Summe")).toBeVisible();
  await expectAccessible(page);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wider, `nothing is cut off at ${width}`).toBe(false);
  }
  await page.getByRole("link", { name: t.back }).click();
  await expect(page.getByRole("button", { name: texts.entry.share })).toBeVisible();
});
