/** Photos of the editor beyond choosing one: described, ordered, pasted, made smaller, stopped on their way. */
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { addPhotos, editorReady, entryText, photo, saveButton } from "../support/pages.ts";
import { png, turned } from "../support/picture.ts";
import { fill, texts } from "../support/texts.ts";

const t = texts.editor.dropzone;
const upload = texts.editor.upload;
const cards = (page: Page) => page.locator(".dropzone-picture");
/** Opens what can be said about a photo. */
async function described(page: Page, n: number) {
  const photo = page.locator("[data-card] .dropzone-thumb").nth(n - 1);
  if ((await photo.getAttribute("aria-expanded")) !== "true") await photo.click();
  return page.getByRole("textbox", { name: `${t.alt_label} (${fill(t.saved_preview, { n })})` });
}
const strip = (page: Page) => page.locator("[data-upload]");
const today = async (page: Page) => (await page.request.get("/api/entries/today")).json();

async function paste(page: Page, selector: string, type: string, data: string) {
  await page.locator(selector).evaluate(
    (target, [type, data]) => {
      const clipboardData = new DataTransfer();
      const bytes = Uint8Array.from(atob(data ?? ""), (letter) => letter.charCodeAt(0));
      if (type?.startsWith("image/")) clipboardData.items.add(new File([bytes], "image.png", { type }));
      else clipboardData.setData("text/plain", "Worte");
      target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    [type, data],
  );
}

/** Red, green, blue and opacity of a pixel of today's first picture. */
async function pixel(page: Page, x: number, y: number): Promise<number[]> {
  return page.evaluate(
    async ([url, x, y]) => {
      const picture = await createImageBitmap(await (await fetch(url)).blob());
      const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
      context?.drawImage(picture, 0, 0);
      return [...(context?.getImageData(x, y, 1, 1).data ?? [])];
    },
    [(await today(page)).imageUrls[0], x, y] as [string, number, number],
  );
}

/** A JPEG whose left half is red and whose right half is blue. */
async function jpeg(page: Page, width: number, height: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ([width, height]) => {
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const context = canvas.getContext("2d");
      for (const [n, colour] of ["red", "blue"].entries()) {
        if (context) context.fillStyle = colour;
        context?.fillRect((n * (width ?? 0)) / 2, 0, (width ?? 0) / 2, height ?? 0);
      }
      return canvas.toDataURL("image/jpeg", 1).replace(/^.*,/, "");
    },
    [width, height],
  );
  return Buffer.from(base64, "base64");
}

test("photos are described and ordered, saved and new ones together, by keyboard alone", async ({ page, browser, site, anna }) => {
  await site.grantPro(anna.email);
  await page.goto("/create");
  await editorReady(page);
  await addPhotos(page, "rocket.jpg", "chelsea.png");
  await (await described(page, 1)).fill("Eine Rakete startet");
  await (await described(page, 2)).fill("Eine Katze schaut her");
  await page.getByRole("button", { name: `${t.make_main}: ${fill(t.preview, { n: 2, name: "chelsea.png" })}` }).click();
  await expectAccessible(page);
  await saveButton(page).click();
  await page.waitForURL("**/dashboard");
  await expect(page.getByRole("img", { name: "Eine Katze schaut her" })).toBeVisible();

  await page.goto("/create");
  await editorReady(page);
  await addPhotos(page, "coffee_turned_gps.jpg");
  await (await described(page, 3)).fill("Eine Tasse Kaffee");
  const forward = (n: number) => page.getByRole("button", { name: fill(t.move_earlier, { n }) });
  await forward(3).focus();
  await page.keyboard.press("Enter");
  await expect(forward(2)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: fill(t.move_later, { n: 1 }) })).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: fill(t.said_moved, { n: 2, to: 1, total: 3 }) })).toBeAttached();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(texts.editor.toast.updated).first()).toBeVisible();

  const entry = await today(page);
  expect(entry.images.map((image: { alt: string }) => image.alt)).toEqual(["Eine Tasse Kaffee", "Eine Rakete startet", "Eine Katze schaut her"]);
  expect(entry.mainImageIndex).toBe(2);
  await page.goto(`/entry/${entry.id}`);
  await expect(page.locator(".entry-photo img[alt='Eine Katze schaut her']")).toBeVisible();
  await page.getByText(texts.entry.details).click();
  await expect(page.locator(".gallery").getByRole("img", { name: "Eine Tasse Kaffee" })).toBeVisible();

  const shareOptions = { images: true, allImages: false };
  const made = await page.request.post(`/api/entries/${entry.id}/generate-share-token`, { headers: { origin: site.origin }, data: { shareOptions } });
  const visitor = await (await browser.newContext({ baseURL: site.origin })).newPage();
  await visitor.goto(`/shared/${(await made.json()).shareToken}`);
  await expect(visitor.getByRole("img", { name: "Eine Katze schaut her" })).toBeVisible();
  expect(await visitor.content()).not.toMatch(/Kaffee|Rakete/);
  await visitor.context().close();
});

test("a picture is pasted from anywhere in the editor; pasted words stay words", async ({ page, anna: _ }) => {
  await page.goto("/create");
  await editorReady(page);
  const picture = png(8, 6).toString("base64");
  await paste(page, "textarea[name=text]", "text/plain", "");
  await expect(cards(page)).toHaveCount(0);
  await paste(page, "textarea[name=text]", "image/png", picture);
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByText(t.pasted).first()).toBeVisible();
  await paste(page, "body", "image/png", picture);
  await expect(page.getByText(t.many_text_one).first()).toBeVisible();
  await saveButton(page).click();
  await page.waitForURL("**/dashboard");
  expect((await today(page)).images).toMatchObject([{ width: 8, height: 6 }]);

  await page.goto("/create");
  await editorReady(page);
  await page.locator(".dropzone-remove").press("Enter");
  await expect(page.getByRole("button", { name: t.browse }), "the row stays where its last photo was").toBeFocused();
});

test("a photo far larger than needed is made smaller before it travels, on white", async ({ page, anna: _ }) => {
  await page.goto("/create");
  await editorReady(page);
  await page.locator("r-island[name=dropzone] input[type=file]").setInputFiles({ name: "Panorama.png", mimeType: "image/png", buffer: png(6000, 1500) });
  await expect(cards(page)).toHaveCount(1);
  // The save button is pressed at once: the save waits for the smaller picture.
  await saveButton(page).click();
  await page.waitForURL("**/dashboard");
  expect((await today(page)).images).toMatchObject([{ width: 4096, height: 1024 }]);
  expect(await pixel(page, 9, 9)).toEqual([255, 255, 255, 255]);
});

test("a large photo of a camera held upright is made smaller and stands upright", async ({ page, anna: _ }) => {
  await page.goto("/create");
  await editorReady(page);
  const buffer = turned(await jpeg(page, 6000, 3000));
  await page.locator("r-island[name=dropzone] input[type=file]").setInputFiles({ name: "IMG_0816.JPG", mimeType: "image/jpeg", buffer });
  await expect(cards(page)).toHaveCount(1);
  await saveButton(page).click();
  await page.waitForURL("**/dashboard");
  expect((await today(page)).images).toMatchObject([{ width: 2048, height: 4096 }]);
  const [red, , blue] = await pixel(page, 1024, 9);
  expect(red).toBeGreaterThan(200);
  expect(blue).toBeLessThan(50);
});

test("a file that no browser shows is refused with advice", async ({ page, anna: _ }) => {
  await page.goto("/create");
  await editorReady(page);
  await page.locator("r-island[name=dropzone] input[type=file]").setInputFiles({ name: "IMG_0815.HEIC", mimeType: "", buffer: Buffer.from("ftypheic") });
  await expect(page.getByText(t.heic_text).first()).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
});

test("an upload that is stopped keeps everything, also over a reload, and goes on when asked", async ({ page, anna: _ }) => {
  await page.goto("/create");
  await editorReady(page);
  await entryText(page).fill("Unterwegs im Zug");
  await addPhotos(page, "rocket.jpg");
  await (await described(page, 1)).fill("Eine Rakete");
  // The request never reaches the server.
  await page.route("**/api/entries", () => {}, { times: 1 });
  await saveButton(page).click();
  await expectAccessible(page);
  await strip(page).getByRole("button", { name: upload.cancel }).click();
  await expect(strip(page)).toContainText(upload.cancelled);
  await expect(strip(page).getByRole("button", { name: upload.retry })).toBeFocused();
  await expect(page.locator("[data-save-line]")).toHaveText(texts.editor.save_line.failed);
  await page.reload();
  await editorReady(page);
  await expect(entryText(page)).toHaveValue("Unterwegs im Zug");
  await expect(await described(page, 1)).toHaveValue("Eine Rakete");
  expect(await today(page)).toBeNull();
  await page.route("**/api/entries", () => {}, { times: 1 });
  const underWay = page.waitForRequest("**/api/entries");
  await saveButton(page).click();
  await underWay;
  await strip(page).getByRole("button", { name: upload.cancel }).click();
  await strip(page).getByRole("button", { name: upload.retry }).click();
  await page.waitForURL("**/dashboard");
  expect(await today(page)).toMatchObject({ text: "Unterwegs im Zug", images: [{ alt: "Eine Rakete" }] });
});

test.describe("without a service worker, which would send what the test stops", () => {
  test.use({ serviceWorkers: "block" });

  test("an upload that was stopped too late is recognised, and nothing is there twice", async ({ page, anna: _ }) => {
    await page.goto("/create");
    await editorReady(page);
    await entryText(page).fill("Schon da");
    await addPhotos(page, "rocket.jpg");
    // The server has answered, and the answer does not come.
    const browser = await page.context().newCDPSession(page);
    const answered = new Promise((done) => browser.once("Fetch.requestPaused", done));
    await browser.send("Fetch.enable", { patterns: [{ urlPattern: "*/api/entries", requestStage: "Response" }] });
    await saveButton(page).click();
    await answered;
    await strip(page).getByRole("button", { name: upload.cancel }).click();
    await browser.send("Fetch.disable");
    await entryText(page).fill("Schon da, und mehr");
    await strip(page).getByRole("button", { name: upload.retry }).click();
    await expect(page.getByText(texts.editor.toast.updated).first()).toBeVisible();
    const entry = await today(page);
    expect([entry.text, entry.images.length]).toEqual(["Schon da, und mehr", 1]);
  });
});

test("a picture that does not come falls back to the original, in the editor and on the entry's page", async ({ page, anna: _ }) => {
  await page.goto("/create");
  await editorReady(page);
  await addPhotos(page, "rocket.jpg");
  await saveButton(page).click();
  await page.waitForURL("**/dashboard");
  const { id, imageUrls } = await today(page);
  await page.route(/\/media\/[^/]+\/(thumbnail|optimized)$/, (route) => route.fulfill({ status: 404 }));
  const shown = (selector: string) =>
    expect.poll(() => page.locator(selector).first().evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
  await page.goto(`/edit/${id}`);
  await editorReady(page);
  await shown(`[data-root] img[src$="${imageUrls[0]}"]`);
  await page.goto(`/entry/${id}`);
  await shown(`.entry-photo img[src$="${imageUrls[0]}"]`);
});
