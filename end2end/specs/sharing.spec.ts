import { readFileSync } from "node:fs";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { chooseLimit, photo } from "../support/pages.ts";
import { write } from "../support/person.ts";
import { fill, texts } from "../support/texts.ts";

const parts = {
  text: "Kanarie-Text",
  summary: "Kanarie-Summe",
  topMoment: "Kanarie-Moment",
  emojis: "🦜",
  mood: { level: 9, feeling: null, customEmoji: null },
};

test("the dialog makes a link, changes what it shows, copies and ends it", async ({ page, context, site, anna: _, browser }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const entry = await write(context, site, { ...parts, audioTranscript: "Kanarie-Stimme" });
  await page.goto(`/entry/${entry.id}`);
  await page.getByRole("button", { name: texts.entry.share }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: texts.share.create }).click();
  await expect(page.getByText(texts.share.created).first()).toBeVisible();
  const link = await dialog.getByLabel(texts.share.link).inputValue();
  await dialog.getByRole("button", { name: texts.share.copy }).click();
  await expect(page.getByText(texts.share.copied).first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  const save = dialog.getByRole("button", { name: texts.share.save });
  await expect(save).toHaveCount(0);
  await dialog.getByLabel(texts.share.original_text).check();
  await dialog.getByLabel(texts.share.summary, { exact: true }).uncheck();
  await expect(dialog.getByText(texts.share.unsaved)).toBeVisible();
  await page.keyboard.press("Escape");
  const leave = page.getByRole("alertdialog").filter({ hasText: texts.share.leave });
  await leave.getByRole("button", { name: texts.share.stay }).click();
  await expect(dialog.getByLabel(texts.share.original_text), "nothing goes in silence").toBeChecked();
  await dialog.getByRole("button", { name: texts.app.close, exact: true }).click();
  await leave.getByRole("button", { name: texts.share.discard }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: texts.entry.share }).click();
  await expect(dialog.getByLabel(texts.share.original_text), "what was not saved is not shown as if it were").not.toBeChecked();
  await dialog.getByLabel(texts.share.original_text).check();
  await dialog.getByLabel(texts.share.summary, { exact: true }).uncheck();
  await expect(dialog.getByLabel(texts.share.audio), "a recording goes along only when it is chosen").not.toBeChecked();
  await dialog.getByLabel(texts.share.audio).check();
  await save.click();
  await expect(page.getByText(texts.share.saved).first()).toBeVisible();
  await expect(save).toHaveCount(0);

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(link);
  await expect(visitor.getByText("Kanarie-Text")).toBeVisible();
  expect(await visitor.content()).not.toContain("Kanarie-Summe");

  await page.reload();
  await page.getByRole("button", { name: texts.entry.share }).click();
  await expect(dialog.getByLabel(texts.share.link)).toHaveValue(link);
  await expect(dialog.getByLabel(texts.share.original_text)).toBeChecked();
  await expect(dialog.getByLabel(texts.share.audio)).toBeChecked();
  await dialog.getByRole("button", { name: texts.share.deactivate }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByText(texts.share.ask)).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: texts.app.cancel }).click();
  await expect(dialog.getByLabel(texts.share.link), "nothing ends before its owner has said so").toHaveValue(link);
  await dialog.getByRole("button", { name: texts.share.deactivate }).click();
  await question.getByRole("button", { name: texts.share.deactivate }).click();
  await expect(page.getByText(texts.share.deactivated).first()).toBeVisible();
  const gone = await visitor.goto(link);
  expect(gone?.status()).toBe(404);
  await expect(visitor.getByText(texts.shared.invalid_text)).toBeVisible();
  await visitor.context().close();
});

test("a date can be chosen right after a PIN was typed", async ({ page, context, site, anna: _ }) => {
  const entry = await write(context, site, parts);
  await page.goto(`/entry/${entry.id}`);
  await page.getByRole("button", { name: texts.entry.share }).click();
  const dialog = page.getByRole("dialog");
  await chooseLimit(page, texts.share.pin, texts.share.pin_set);
  await page.keyboard.type("4711");
  // The PIN is not left by hand: the field that the choice unfolds takes the focus from it.
  await chooseLimit(page, texts.share.expiry, texts.share.date);
  await expect(dialog.locator("#share-date")).toBeFocused();
  await expect(dialog.locator("#share-pin-new")).toHaveValue("4711");
});

test("the dialog offers what the entry has, and makes no link to an empty page", async ({ page, context, site, anna }) => {
  const entry = await write(context, site, { text: "Nur Worte" });
  await page.goto(`/entry/${entry.id}`);
  await page.getByRole("button", { name: texts.entry.share }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("checkbox")).toHaveCount(2);
  const create = dialog.getByRole("button", { name: texts.share.create });
  await dialog.getByLabel(texts.share.mood).uncheck();
  await expect(dialog.getByText(texts.share.nothing)).toBeVisible();
  await expect(create).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByLabel(texts.share.original_text).check();
  await expect(dialog.getByText(texts.share.nothing)).toBeHidden();
  await create.click();
  await expect(dialog.getByLabel(texts.share.link)).toHaveValue(/shared\/.{20}/);
  await dialog.getByLabel(texts.share.original_text).uncheck();
  await expect(dialog.getByText(texts.share.nothing)).toBeVisible();
  await dialog.getByRole("button", { name: texts.share.save }).click();
  await expect(page.getByText(texts.share.saved).first()).toBeVisible();
  const link = await dialog.getByLabel(texts.share.link).inputValue();
  await page.goto(link);
  await expect(page.getByText(fill(texts.shared.nothing_text, { name: anna.firstName }))).toBeVisible();
});

test("a page that is old gives nothing back that was taken away elsewhere", async ({ page, context, site, anna: _ }) => {
  const entry = await write(context, site, { ...parts });
  const headers = { origin: site.origin };
  const made = await context.request.post(`/api/entries/${entry.id}/generate-share-token`, { headers, data: {} });
  const { shareToken } = await made.json();
  await page.goto(`/entry/${entry.id}`);
  await page.getByRole("button", { name: texts.entry.share }).click();
  const dialog = page.getByRole("dialog");
  const box = (part: "summary" | "mood" | "original_text") => dialog.getByLabel(texts.share[part], { exact: true });
  const save = dialog.getByRole("button", { name: texts.share.save });
  await expect(box("summary")).toBeChecked();

  const less = await context.request.patch(`/api/entries/${entry.id}/update-share-options`, { headers, data: { shareOptions: { mood: true, details: true } } });
  expect(less.status()).toBe(204);
  await box("mood").uncheck();
  await save.click();
  await expect(page.getByText(texts.errors.link_changed).first()).toBeVisible();
  await expect(box("summary"), "the link as it is").not.toBeChecked();
  await expect(box("mood"), "nothing was saved").toBeChecked();
  await expect(save).toHaveCount(0);
  expect(await (await context.request.get(`/shared/${shareToken}`)).text()).not.toContain("Kanarie-Summe");
  await box("mood").uncheck();
  await save.click();
  await expect(page.getByText(texts.share.saved).first()).toBeVisible();
  await box("original_text").check();
  await save.click();
  await expect(save, "what was saved is what the next change starts from").toHaveCount(0);
  const shown = await (await context.request.get(`/shared/${shareToken}`)).text();
  expect(["Kanarie-Summe", "🦜", "Kanarie-Text"].map((word) => shown.includes(word))).toEqual([false, false, true]);

  const ended = await context.request.delete(`/api/entries/${entry.id}/remove-share-token`, { headers, data: {} });
  expect(ended.status()).toBe(204);
  await box("summary").check();
  await save.click();
  await expect(dialog.getByRole("button", { name: texts.share.create })).toBeVisible();
  expect((await context.request.get(`/shared/${shareToken}`)).status()).toBe(404);
});

test("a page that is old ends no newer link", async ({ page, context, site, anna: _ }) => {
  const entry = await write(context, site, { ...parts });
  const address = `/api/entries/${entry.id}`;
  const make = async () => (await (await context.request.post(`${address}/generate-share-token`, { headers: { origin: site.origin }, data: {} })).json()).shareToken;
  await make();
  await page.goto(`/entry/${entry.id}`);
  await page.getByRole("button", { name: texts.entry.share }).click();
  const dialog = page.getByRole("dialog", { name: texts.share.title });
  const end = async () => {
    await dialog.getByRole("button", { name: texts.share.deactivate }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: texts.share.deactivate }).click();
  };
  await context.request.delete(`${address}/remove-share-token`, { headers: { origin: site.origin }, data: {} });
  const second = await make();
  await end();
  await expect(page.getByText(texts.errors.link_changed).first()).toBeVisible();
  await expect(dialog.getByLabel(texts.share.link), "the link as it is").toHaveValue(new RegExp(second));
  expect((await context.request.get(`/shared/${second}`)).status()).toBe(200);
  await end();
  await expect(page.getByText(texts.share.deactivated).first()).toBeVisible();
  expect((await context.request.get(`/shared/${second}`)).status()).toBe(404);
});

test("choices made while the link is being created stay, and can be saved", async ({ page, context, site, anna: _ }) => {
  const entry = await write(context, site, { ...parts });
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route("**/rpc/sharing/create", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/entry/${entry.id}`);
  await page.getByRole("button", { name: texts.entry.share }).click();
  const dialog = page.getByRole("dialog");
  const box = (part: "summary" | "mood" | "original_text") => dialog.getByLabel(texts.share[part], { exact: true });
  const save = dialog.getByRole("button", { name: texts.share.save });
  await dialog.getByRole("button", { name: texts.share.create }).click();
  await box("mood").uncheck();
  await box("original_text").check();
  await chooseLimit(page, texts.share.pin, texts.share.pin_set);
  await dialog.getByLabel(texts.share.pin_new).fill("24");
  goOn();
  await expect(dialog.getByLabel(texts.share.link)).toHaveValue(/\/shared\/[\w-]{43}$/);
  await expect(dialog.getByText(texts.share.unsaved)).toBeVisible();
  await expect(dialog.getByLabel(texts.share.pin_new), "nobody is taken away from where they write").toBeFocused();
  await page.keyboard.type("68");
  await expect(dialog.getByLabel(texts.share.pin_new)).toHaveValue("2468");
  const chosen = [await box("summary").isChecked(), await box("mood").isChecked(), await box("original_text").isChecked()];
  expect(chosen).toEqual([true, false, true]);
  const shown = async () => {
    const entryNow = await (await context.request.get(`/api/entries/${entry.id}`)).json();
    const { mood, originalText } = JSON.parse(entryNow.shareOptions);
    return [mood, originalText, entryNow.shareLink.hasPin];
  };
  expect(await shown(), "the link as it was asked for").toEqual([true, false, false]);
  await save.click();
  await expect(page.getByText(texts.share.saved).first()).toBeVisible();
  await expect(save).toHaveCount(0);
  expect(await shown()).toEqual([false, true, true]);
});

test("page, JSON, preview tags and pictures show the same released parts and nothing else", async ({ context, site, anna, playwright }) => {
  const images = [{ name: "k.jpg", mimeType: "image/jpeg", buffer: readFileSync(photo("rocket.jpg")) }];
  const entry = await write(context, site, { ...parts, images });
  const guest = await playwright.request.newContext({ baseURL: site.origin });
  const made = await context.request.post(`/api/entries/${entry.id}/generate-share-token`, { headers: { origin: site.origin }, data: {} });
  const { shareToken } = await made.json();
  const words: [string, string][] = [
    ["summary", "Kanarie-Summe"],
    ["details", "Kanarie-Moment"],
    ["mood", "🦜"],
    ["originalText", "Kanarie-Text"],
    ["images", "/media/"],
  ];
  const none = { images: false, allImages: false, summary: false, details: false, mood: false, originalText: false, audio: false };
  for (const [released] of [...words, ["nothing", ""]]) {
    const shareOptions = { ...none, ...(released === "nothing" ? {} : { [released as string]: true }) };
    const patched = await context.request.patch(`/api/entries/${entry.id}/update-share-options`, { headers: { origin: site.origin }, data: { shareOptions } });
    expect(patched.status()).toBe(204);
    const answers = [await guest.get(`/shared/${shareToken}`), await guest.get(`/api/shared/${shareToken}`)];
    for (const answer of answers) {
      const body = await answer.text();
      for (const [part, word] of words) expect(body.includes(word), `${part} when ${released} is released`).toBe(part === released);
      expect(answer.headers()["x-robots-tag"]).toContain("noindex");
      expect(answer.headers()["referrer-policy"]).toBe("no-referrer");
      expect(body).not.toContain(anna.email);
    }
    const picture = await guest.get(`/shared/${shareToken}/media/${entry.images[0].id}/optimized`);
    expect(picture.status()).toBe(released === "images" ? 200 : 404);
  }
  expect((await guest.get(`/shared/${"A".repeat(43)}`)).status()).toBe(404);
  await guest.dispose();
});
