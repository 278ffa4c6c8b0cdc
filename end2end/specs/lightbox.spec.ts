/** The pictures of a day, one at a time and large. */
import type { BrowserContext, Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { photo } from "../support/pages.ts";
import type { Person } from "../support/person.ts";
import type { Site } from "../support/server.ts";
import { fill, texts } from "../support/texts.ts";

const t = texts.entry.lightbox;
const alts = ["Eine Rakete startet", "", "Eine Tasse Kaffee"];

/** A day with three pictures, the first one its own. */
async function day(context: BrowserContext, site: Site, { email }: Person) {
  await site.grantPro(email);
  const form = new FormData();
  form.append("text", "Drei Bilder");
  form.append("imageAlts", JSON.stringify(alts));
  for (const name of ["rocket.jpg", "chelsea.png", "coffee_turned_gps.jpg"]) {
    form.append("images", new File([readFileSync(photo(name))], name, { type: name.endsWith("png") ? "image/png" : "image/jpeg" }));
  }
  const made = await context.request.post(`${site.origin}/api/entries`, { headers: { origin: site.origin }, multipart: form });
  expect(made.status()).toBe(201);
  return made.json();
}

const lightbox = (page: Page) => page.getByRole("dialog", { name: t.title });
const place = (page: Page, n: number) => lightbox(page).getByText(fill(t.place, { n, total: 3 }), { exact: true });

/** The page, once its pictures open over it: before, they are plain links. */
async function open(page: Page, path: string) {
  await page.goto(path);
  await expect(page.locator("#lightbox[data-ready]")).toBeAttached();
}

/** The place of the shown picture, and whether it is there with all its pixels. */
async function shown(page: Page, alt: string) {
  const image = lightbox(page).getByRole("img", { name: alt });
  await expect(image).toBeInViewport({ ratio: 0.99 });
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0)).toBe(true);
  return image;
}

/** A finger from right to left. */
async function swipe(page: Page) {
  const touch = await page.context().newCDPSession(page);
  const move = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) => touch.send("Input.dispatchTouchEvent", { type, touchPoints });
  await move("touchStart", [{ x: 340, y: 400 }]);
  for (let x = 320; x >= 60; x -= 20) await move("touchMove", [{ x, y: 400 }]);
  await move("touchEnd", []);
  await touch.detach();
}

test("a picture opens large, keys and buttons turn, Escape and Back close it", async ({ page, context, site, anna }) => {
  const entry = await day(context, site, anna);
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/media/") && asked.push(new URL(request.url()).pathname));
  await open(page, `/entry/${entry.id}`);
  const known = await page.content();
  const link = page.locator(".photo-slide[data-main] .entry-photo");
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(place(page, 1)).toBeVisible();
  await shown(page, "Eine Rakete startet");
  await expect(lightbox(page).getByText("Eine Rakete startet", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("ArrowRight");
  await expect(place(page, 2)).toBeVisible();
  await lightbox(page).getByRole("button", { name: t.next }).click();
  await shown(page, "Eine Tasse Kaffee");
  await expect(lightbox(page).getByRole("button", { name: t.next })).toBeDisabled();
  await expect(lightbox(page).getByRole("link", { name: t.full })).toHaveAttribute("href", new RegExp(`${entry.images[2].id}/original$`));
  expect(asked.filter((address) => !known.includes(address))).toEqual([]);

  await page.reload();
  await expect(place(page, 3), "a reload keeps it open").toBeVisible();
  await page.keyboard.press("Escape");
  await expect(lightbox(page)).toBeHidden();
  await expect.poll(() => page.evaluate(() => history.state?.photo)).toBeUndefined();
  await link.click();
  await page.goBack();
  await expect(lightbox(page)).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/entry/${entry.id}$`));
  await expect(link).toBeFocused();
});

test("the entry's page begins at its main picture, and an arrow turns to the next", async ({ page, context, site, anna }) => {
  const entry = await day(context, site, anna);
  await open(page, `/entry/${entry.id}`);
  const strip = page.getByRole("list", { name: t.title });
  await expect(strip.getByText(fill(t.place, { n: 1, total: 3 }), { exact: true })).toBeInViewport({ ratio: 1 });
  await strip.getByRole("button", { name: t.next }).first().click();
  await expect(strip.getByText(fill(t.place, { n: 2, total: 3 }), { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(strip.getByRole("button", { name: t.next }).nth(1)).toBeFocused();
  await expectAccessible(page);
});

test("paper has each picture once, without a look at them all before, and nothing to press", async ({ page, context, site, anna }) => {
  const entry = await day(context, site, anna);
  const link = await context.request.post(`${site.origin}/api/entries/${entry.id}/generate-share-token`, {
    headers: { origin: site.origin },
    data: { shareOptions: { images: true, allImages: true, originalText: true } },
  });
  for (const path of [`/entry/${entry.id}`, `/shared/${(await link.json()).shareToken}`]) {
    await page.emulateMedia({ media: null });
    await page.goto(path);
    await page.emulateMedia({ media: "print" });
    const pictures = page.locator("main .photo-image:visible");
    await expect(pictures).toHaveCount(3);
    const loaded = await pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).complete && (one as HTMLImageElement).naturalWidth > 0));
    expect(loaded).toEqual([true, true, true]);
    await expect(page.locator("main :is(button, summary, .gallery-main, .photo-place):visible")).toHaveCount(0);
  }
});

test("on a phone one swipes behind a secret link, and nothing shifts", async ({ context, site, anna, browser }) => {
  const entry = await day(context, site, anna);
  const shareOptions = { images: true, allImages: true };
  const made = await context.request.post(`${site.origin}/api/entries/${entry.id}/generate-share-token`, { headers: { origin: site.origin }, data: { shareOptions } });
  const { shareToken } = await made.json();
  const phone = await browser.newContext({ baseURL: site.origin, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await phone.newPage();
  await open(page, `/shared/${shareToken}`);
  await page.evaluate(() => {
    Object.assign(window, { shifts: 0 });
    const watch = (list: PerformanceObserverEntryList) => Object.assign(window, { shifts: (window as any).shifts + list.getEntries().length });
    new PerformanceObserver(watch).observe({ type: "layout-shift" });
  });
  await page.locator(".gallery a").nth(0).tap();
  await shown(page, "Eine Rakete startet");
  await swipe(page);
  await expect(place(page, 2)).toBeVisible();
  await swipe(page);
  await expect(place(page, 3)).toBeVisible();
  await shown(page, "Eine Tasse Kaffee");
  expect(await page.evaluate(() => (window as any).shifts)).toBe(0);
  await page.setViewportSize({ width: 844, height: 390 });
  await shown(page, "Eine Tasse Kaffee");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await lightbox(page).getByRole("button", { name: texts.app.close }).tap();
  await expect(lightbox(page)).toBeHidden();
  await phone.close();
});

test("a picture is a plain link without JavaScript", async ({ context, site, anna, browser }) => {
  const entry = await day(context, site, anna);
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin, storageState: await context.storageState() });
  const page = await plain.newPage();
  await page.goto(`/entry/${entry.id}`);
  await page.locator(".photo-slide[data-main] .entry-photo").click();
  await expect(page).toHaveURL(/\/media\/[^/]+\/original$/);
  await plain.close();
});

test("everything stays within reach on the smallest phone with text at twice its size", async ({ page, context, site, anna }) => {
  const entry = await day(context, site, anna);
  await page.setViewportSize({ width: 320, height: 568 });
  await open(page, `/entry/${entry.id}`);
  await page.evaluate(() => (document.documentElement.style.fontSize = "32px"));
  await page.locator(".photo-slide[data-main] .entry-photo").click();
  await shown(page, "Eine Rakete startet");
  for (const button of await lightbox(page).getByRole("button").all()) await expect(button).toBeInViewport({ ratio: 1 });
  await expect(lightbox(page).getByRole("link", { name: t.full })).toBeInViewport({ ratio: 1 });
});
