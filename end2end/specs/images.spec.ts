import { readFileSync } from "node:fs";
import { expect, test } from "../support/fixtures.ts";
import { addPhotos, editorReady, entryText, photo, saveButton } from "../support/pages.ts";
import { write } from "../support/person.ts";
import { fill, texts } from "../support/texts.ts";

const files = "r-island[name=dropzone] input[type=file]";

test("files that are no image, too large, one too many or already there are refused with their text", async ({ page, anna: _ }) => {
  await page.goto("/create");
  await editorReady(page);
  await page.locator(files).setInputFiles({ name: "notiz.txt", mimeType: "text/plain", buffer: Buffer.from("kein Bild") });
  await expect(page.getByText(texts.editor.dropzone.invalid_text).first()).toBeVisible();
  await page.locator(files).setInputFiles({ name: "riesig.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(20 * 1024 * 1024) });
  await expect(page.getByText(texts.editor.dropzone.large_text).first()).toBeVisible();
  await addPhotos(page, "rocket.jpg");
  await expect(page.locator("r-island[name=dropzone] img")).toHaveCount(1);
  await page.locator(files).setInputFiles([photo("chelsea.png")]);
  await expect(page.getByText(texts.editor.dropzone.many_text_one).first()).toBeVisible();
  await expect(page.locator("r-island[name=dropzone] img")).toHaveCount(1);
});

test("a text file named .jpg is refused by the server, and the text stays", async ({ page, anna: _ }) => {
  await page.goto("/create");
  await editorReady(page);
  await entryText(page).fill("Bleibt hier stehen");
  await page.locator(files).setInputFiles({ name: "brief.jpg", mimeType: "image/jpeg", buffer: Buffer.from("Lieber Jonas, dies ist ein Brief.") });
  await saveButton(page).click();
  await expect(page.getByText("„brief.jpg“ ist kein Bild", { exact: false }).first()).toBeVisible();
  await expect(entryText(page)).toHaveValue("Bleibt hier stehen");
  await page.getByRole("button", { name: texts.editor.dropzone.remove }).click();
  await saveButton(page).click();
  await page.waitForURL("**/dashboard");
});

test("an entry with only a picture is saved; the picture can be taken out again", async ({ page, anna: _ }) => {
  await page.goto("/create");
  await editorReady(page);
  await addPhotos(page, "chelsea.png");
  await saveButton(page).click();
  await page.waitForURL("**/dashboard");
  await expect(page.getByRole("article").locator("img[src*='/media/'], img[srcset*='/media/']").first()).toBeVisible();
  await page.goto("/create");
  await editorReady(page);
  await entryText(page).fill("Jetzt mit Text");
  await page.getByRole("button", { name: texts.editor.dropzone.remove }).click();
  await saveButton(page).click();
  await expect(page.getByText(texts.editor.toast.updated).first()).toBeVisible();
  expect((await (await page.request.get("/api/entries/today")).json()).images).toEqual([]);
});

test("pictures are served with ranges and validators, to nobody but their readers, and without a trace of where they were taken", async ({
  page,
  context,
  site,
  anna,
  newcomer,
  playwright,
}) => {
  const buffer = readFileSync(photo("coffee_turned_gps.jpg"));
  expect(buffer.includes("Exif"), "the test's photo carries metadata").toBe(true);
  const entry = await write(context, site, { text: "Kaffee", images: [{ name: "coffee.jpg", mimeType: "image/jpeg", buffer }] });
  for (const url of [entry.imageUrls[0], entry.optimizedImageUrls[0], entry.thumbnailUrls[0]]) {
    const response = await page.request.get(url);
    expect(response.status()).toBe(200);
    const body = await response.body();
    for (const trace of ["GPS", "http://ns.adobe.com/xap", "Photoshop", "coffee"]) expect(body.includes(trace), trace).toBe(false);
    const metadata = body.indexOf("Exif");
    if (metadata >= 0) expect(body.readUInt16BE(metadata - 2), "room for one tag: how the picture is turned").toBe(34);
    const headers = response.headers();
    expect(headers["cache-control"]).toBe("private, no-cache");
    expect(headers["content-disposition"] ?? "inline").toBe("inline");
    const again = await page.request.get(url, { headers: { "if-none-match": headers.etag ?? "" } });
    expect(again.status()).toBe(304);
    const part = await page.request.get(url, { headers: { range: "bytes=0-99" } });
    expect([part.status(), (await part.body()).length]).toEqual([206, 100]);
  }
  const stranger = await newcomer();
  expect((await stranger.context.request.get(site.origin + entry.imageUrls[0])).status()).toBe(403);
  const guest = await playwright.request.newContext({ baseURL: site.origin });
  expect((await guest.get(entry.imageUrls[0])).status()).toBe(401);
  await guest.dispose();
});
