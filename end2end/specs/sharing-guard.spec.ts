/** Links with a PIN or an end, and where the dialog sends them. */
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { chooseLimit as choose, pressShare } from "../support/pages.ts";
import { write } from "../support/person.ts";
import { fill, texts } from "../support/texts.ts";

const PIN = "2468";

/** The dialog of the entry's link, open. */
async function openShare(page: Page, id: string) {
  await page.goto(`/entry/${id}`);
  await pressShare(page);
  return page.getByRole("dialog", { name: texts.share.title });
}


test("a link with a PIN shows nothing without it, and needs no script to take it", async ({ page, context, site, anna, browser }) => {
  const entry = await write(context, site, { text: "Kanarie-Text", summary: "Kanarie-Summe" });
  const dialog = await openShare(page, entry.id);
  await choose(page, texts.share.pin, texts.share.pin_set);
  const field = dialog.getByLabel(texts.share.pin_new);
  await expect(field, "what was unfolded is entered").toBeFocused();
  await dialog.getByRole("button", { name: texts.share.create }).click();
  await expect(field, "no PIN was typed").toBeFocused();
  await expect(page.getByText(texts.share.pin_invalid).first()).toBeVisible();
  await field.fill(PIN);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: texts.share.create }).click();
  await expect(dialog.getByLabel(texts.share.link)).toHaveValue(/\/shared\/[\w-]{43}$/);
  const link = await dialog.getByLabel(texts.share.link).inputValue();
  await expect(dialog.getByLabel(texts.share.pin, { exact: true })).toHaveValue("keep");
  await expect(field, "it is shown to nobody again").toBeHidden();
  await expect(field).toHaveValue("");
  await expect(dialog.getByRole("button", { name: texts.share.save })).toHaveCount(0);

  const plain = await browser.newContext({ javaScriptEnabled: false, locale: "de-DE" });
  const visitor = await plain.newPage();
  expect((await visitor.goto(link))?.status()).toBe(401);
  await expect(visitor.getByRole("heading", { name: texts.shared.pin_title })).toBeVisible();
  const closed = await visitor.content();
  for (const secret of ["Kanarie", anna.firstName, "card.jpg"]) expect(closed).not.toContain(secret);
  await visitor.getByLabel(texts.shared.pin, { exact: true }).fill("8642");
  await visitor.getByRole("button", { name: texts.shared.pin_open }).click();
  await expect(visitor.getByRole("alert")).toHaveText(texts.errors.pin_wrong);
  await visitor.getByLabel(texts.shared.pin, { exact: true }).fill(PIN);
  await visitor.getByRole("button", { name: texts.shared.pin_open }).click();
  await expect(visitor.getByText("Kanarie-Summe")).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText("Kanarie-Summe"), "the browser need not ask again").toBeVisible();

  await choose(page, texts.share.pin, texts.share.pin_set);
  await field.fill("1357");
  await page.keyboard.press("Enter");
  await expect(page.getByText(texts.share.saved).first()).toBeVisible();
  expect((await visitor.reload())?.status()).toBe(401);
  await choose(page, texts.share.pin, texts.share.pin_none);
  await dialog.getByRole("button", { name: texts.share.save }).click();
  await expect(dialog.getByLabel(texts.share.pin, { exact: true })).toHaveValue("none");
  await expect(dialog.getByRole("button", { name: texts.share.save })).toHaveCount(0);
  expect((await visitor.reload())?.status()).toBe(200);
  await plain.close();
});

test("a wrong PIN is said once, neither a reload nor the way back sends it again, and its owner needs none", async ({ page, context, site, anna: _, browser }) => {
  const entry = await write(context, site, { text: "Kanarie-Text" });
  const address = `/api/entries/${entry.id}`;
  const made = await context.request.post(`${address}/generate-share-token`, { headers: { origin: site.origin }, data: { shareOptions: { originalText: true }, pin: PIN } });
  const link = `${site.origin}/shared/${(await made.json()).shareToken}`;
  const wrongs = async () => (await (await context.request.get(address)).json()).shareLink.pinFailures;
  for (const javaScriptEnabled of [false, true]) {
    const before = await wrongs();
    const visitor = await (await browser.newContext({ javaScriptEnabled, locale: "de-DE" })).newPage();
    const pin = visitor.getByLabel(texts.shared.pin, { exact: true });
    const alert = visitor.getByRole("alert");
    await visitor.goto(`${site.origin}/datenschutz`);
    await visitor.goto(link, { waitUntil: "networkidle" });
    await pin.fill("8642");
    await pin.press("Enter");
    await expect(alert).toHaveText(texts.errors.pin_wrong);
    await expect(pin).toBeFocused();
    if (javaScriptEnabled) await expectAccessible(visitor);
    expect(visitor.url(), "no PIN in an address").toBe(link);
    expect((await visitor.reload())?.status()).toBe(401);
    await expect(pin).toBeVisible();
    await expect(alert, "it was told").toHaveCount(0);
    expect(await wrongs(), "and not tried again").toBe(before + 1);

    await visitor.goBack();
    if (!javaScriptEnabled) {
      // A form that is sent to the address of its own page is one step more.
      await expect(pin, "a page, not the browser's question").toBeVisible();
      await expect(alert).toHaveCount(0);
      await visitor.goBack();
    }
    await expect(visitor).toHaveURL(`${site.origin}/datenschutz`);
    await visitor.goForward();
    await expect(pin).toBeVisible();
    await pin.fill(PIN);
    await pin.press("Enter");
    await expect(visitor.getByText("Kanarie-Text")).toBeVisible();
    expect((await visitor.reload())?.status()).toBe(200);
    await expect(visitor.getByText("Kanarie-Text")).toBeVisible();
    expect(await wrongs()).toBe(before + 1);
    const kept = (await visitor.context().cookies(link)).map(({ name, value }) => ({ name, value }));
    expect(kept.map(({ name }) => name)).not.toContain("refused");
    expect(JSON.stringify(kept)).not.toMatch(/8642|2468/);
    await visitor.context().close();
  }
  await page.goto(link);
  await expect(page.getByText(texts.shared.own_pin), "its owner needs no PIN").toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: texts.shared.own_entry }).click();
  await expect(page).toHaveURL(new RegExp(`/entry/${entry.id}$`));
});

test("a link ends by itself, says so to its owner, and may live on", async ({ page, context, site, anna: _, browser }) => {
  const entry = await write(context, site, { text: "Kanarie-Text" });
  let dialog = await openShare(page, entry.id);
  await choose(page, texts.share.expiry, texts.share.day);
  await dialog.getByLabel(texts.share.original_text).check();
  await dialog.getByRole("button", { name: texts.share.create }).click();
  await expect(dialog.getByLabel(texts.share.expiry)).toHaveValue("keep");
  const link = await dialog.getByLabel(texts.share.link).inputValue();
  const visitor = await (await browser.newContext({ locale: "de-DE" })).newPage();
  expect((await visitor.goto(link))?.status()).toBe(200);
  await expect(visitor.getByText("Kanarie-Text")).toBeVisible();

  await site.advance({ days: 1, seconds: 1 });
  expect((await visitor.reload())?.status()).toBe(404);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(texts.shared.invalid_title);
  await expect(visitor.getByText(texts.shared.invalid_text)).toBeVisible();
  dialog = await openShare(page, entry.id);
  await expect(dialog.getByText(texts.share.over)).toBeVisible();
  for (const place of [texts.share.copy, texts.share.sheet]) await expect(dialog.getByRole("button", { name: place })).toHaveCount(0);
  await expect(dialog.getByRole("link", { name: texts.share.whatsapp })).toHaveCount(0);
  await expectAccessible(page);
  await choose(page, texts.share.expiry, texts.share.never);
  await dialog.getByRole("button", { name: texts.share.save }).click();
  await expect(dialog.getByText(texts.share.over)).toBeHidden();
  await expect(dialog.getByRole("link", { name: texts.share.whatsapp })).toBeVisible();
  expect((await visitor.reload())?.status()).toBe(200);

  await choose(page, texts.share.expiry, texts.share.date);
  await dialog.getByRole("button", { name: texts.share.save }).click();
  await expect(dialog.getByLabel(texts.share.last_day)).toBeFocused();
  await dialog.getByLabel(texts.share.last_day).fill("2036-01-31");
  await dialog.getByRole("button", { name: texts.share.save }).click();
  await expect(page.getByText(texts.share.saved).first()).toBeVisible();
  await expect(dialog.getByLabel(texts.share.expiry).locator("option:checked")).toHaveText(fill(texts.share.last, { when: "31.01.2036" }));
  await visitor.context().close();
});

test("two quick taps make a link and nothing else", async ({ page, context, site, anna: _ }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const entry = await write(context, site, { text: "Ein Tag" });
  const dialog = await openShare(page, entry.id);
  await dialog.getByRole("button", { name: texts.share.create }).scrollIntoViewIfNeeded();
  const place = await dialog.getByRole("button", { name: texts.share.create }).boundingBox();
  const middle = { x: (place?.x ?? 0) + (place?.width ?? 0) / 2, y: (place?.y ?? 0) + (place?.height ?? 0) / 2 };
  await page.mouse.click(middle.x, middle.y);
  for (let tap = 0; tap < 5; tap++) await page.mouse.click(middle.x, middle.y, { delay: 20 });
  await expect(dialog.getByLabel(texts.share.link)).toHaveValue(/\/shared\/[\w-]{43}$/);
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(dialog.getByRole("button", { name: texts.share.save })).toHaveCount(0);
  const wide = await page.evaluate(() => (document.querySelector("#share")?.scrollWidth ?? 0) - (document.querySelector("#share")?.clientWidth ?? 0));
  expect(wide, "nothing is cut off at the side").toBeLessThanOrEqual(0);
  for (const control of await dialog.locator("button:visible, select:visible, a.button:visible").all()) {
    const box = await control.boundingBox();
    expect(box?.height, await control.innerText()).toBeGreaterThanOrEqual(44);
  }
});

test("the dialog sends the link to four places and to the system's sheet, and counts who opened it", async ({ page, context, site, anna: _, browser }) => {
  await page.addInitScript(() => {
    const sent: unknown[] = [];
    Object.assign(window, { sent });
    Object.defineProperty(navigator, "share", { value: async (data: unknown) => void sent.push(data), configurable: true });
  });
  const entry = await write(context, site, { text: "Ein Tag" });
  let dialog = await openShare(page, entry.id);
  await dialog.getByRole("button", { name: texts.share.create }).click();
  await expect(dialog.getByLabel(texts.share.link)).toHaveValue(/\/shared\/[\w-]{43}$/);
  const link = await dialog.getByLabel(texts.share.link).inputValue();
  const date = new Intl.DateTimeFormat("de-DE", { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "Europe/Berlin" }).format();
  const words = fill(texts.share.send, { date });
  for (const [name, host] of [
    [texts.share.whatsapp, "wa.me"],
    [texts.share.facebook, "www.facebook.com"],
    [texts.share.twitter, "twitter.com"],
    [texts.share.telegram, "t.me"],
  ] as const) {
    const place = dialog.getByRole("link", { name });
    const address = new URL((await place.getAttribute("href")) ?? "");
    expect(address.host).toBe(host);
    const sent = [...address.searchParams.values()].join(" ");
    expect(sent).toContain(link);
    expect(sent).toContain(words);
    await expect(place).toHaveAttribute("rel", "noopener noreferrer");
    await expect(place).toHaveAttribute("target", "_blank");
  }
  await dialog.getByRole("button", { name: texts.share.sheet, exact: true }).click();
  expect(await page.evaluate(() => (window as unknown as { sent: unknown }).sent)).toEqual([{ text: words, url: link }]);

  await expect(dialog.getByText(texts.share.opened_never)).toBeVisible();
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(link);
  await visitor.reload();
  await page.goto(link);
  await expect(page.getByText(texts.shared.own)).toBeVisible();
  await expect(async () => {
    dialog = await openShare(page, entry.id);
    await expect(dialog.getByText(texts.share.opened_once.split(",")[0] ?? "")).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 10_000 });
  await visitor.context().close();
});

for (const size of [{ width: 1280, height: 900 }, { width: 390, height: 844 }]) {
  test(`what is changed can be saved where it is seen, at ${size.width} pixels`, async ({ page, context, site, anna: _ }) => {
    await page.setViewportSize(size);
    const entry = await write(context, site, { text: "Ein Tag", summary: "Kurz", topMoment: "Der Umweg" });
    const data = { expiresAt: new Date(Date.now() + 400 * 24 * 3_600_000).toISOString(), pin: PIN };
    await context.request.post(`/api/entries/${entry.id}/generate-share-token`, { headers: { origin: site.origin }, data });
    const dialog = await openShare(page, entry.id);
    const save = dialog.getByRole("button", { name: texts.share.save });
    await dialog.getByLabel(texts.share.mood).uncheck();
    await expect(save).toBeInViewport({ ratio: 1 });
    await save.click();
    const saved = page.getByText(texts.share.saved).first();
    await expect(saved).toBeVisible();
    await choose(page, texts.share.pin, texts.share.pin_set);
    await expect(dialog.getByText(texts.share.unsaved)).toBeVisible();
    await expect(saved, "saved and not saved are not said at once").toBeHidden();
    const field = dialog.getByLabel(texts.share.pin_new);
    await expect(field).toBeFocused();
    await expect(field).toBeInViewport({ ratio: 1 });
    await expect(save).toBeInViewport({ ratio: 1 });
    const [low, high] = [await field.boundingBox(), await save.boundingBox()];
    expect((low?.y ?? 0) + (low?.height ?? 0), "above the row that saves").toBeLessThanOrEqual(high?.y ?? 0);
    await expectAccessible(page);

    await page.reload();
    await pressShare(page);
    await dialog.getByRole("button", { name: texts.share.deactivate }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: texts.share.deactivate }).click();
    const create = dialog.getByRole("button", { name: texts.share.create });
    await expect(create).toBeInViewport({ ratio: 1 });
    const looks = async () => ({
      expiry: await dialog.getByLabel(texts.share.expiry).inputValue(),
      pin: await dialog.getByLabel(texts.share.pin, { exact: true }).inputValue(),
      mood: await dialog.getByLabel(texts.share.mood).isChecked(),
      summary: await dialog.getByLabel(texts.share.summary, { exact: true }).isChecked(),
      words: await dialog.locator("fieldset").first().innerText(),
    });
    const after = await looks();
    await page.reload();
    await pressShare(page);
    expect(after, "as a page without a link").toEqual(await looks());
    expect([after.expiry, after.pin, after.mood]).toEqual(["never", "none", true]);
    await create.click();
    await expect(dialog.getByLabel(texts.share.link)).toHaveValue(/shared\/.{20}/);
    const made = await (await context.request.get(`/api/entries/${entry.id}`)).json();
    expect([made.shareLink.expiresAt, made.shareLink.hasPin]).toEqual([null, false]);
  });
}
