import { expect, test } from "../support/fixtures.ts";
import { addPhotos, editorReady, entryText, openFolds, saveButton, tool } from "../support/pages.ts";
import { newEmail } from "../support/person.ts";
import { texts, today } from "../support/texts.ts";

test("a person with an invitation registers, writes today with a photo, and shares it with somebody who has no account", async ({
  page,
  site,
  browser,
}) => {
  await test.step("register from the invitation's address", async () => {
    await page.goto(`/?invite=${await site.invite()}`);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(texts.sign_in.first_name).fill("Anna");
    await dialog.getByLabel(texts.sign_in.last_name).fill("Berger");
    await dialog.getByLabel(texts.sign_in.email).fill(newEmail("anna"));
    await dialog.getByLabel(texts.sign_in.password, { exact: true }).fill("abendlicht 7");
    await dialog.getByRole("button", { name: texts.sign_in.register_button }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Anna");
    await expect(page.getByText(texts.sign_in.account_created).first()).toBeVisible();
  });

  await test.step("write today's entry", async () => {
    await page.getByRole("link", { name: texts.dashboard.empty_button }).click();
    await editorReady(page);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(today());
    await entryText(page).fill("Heute war ein guter Tag.\n\nAm Abend habe ich das Regal aufgebaut.");
    await openFolds(page);
    await page.getByRole("textbox", { name: texts.editor.top_moment_label }).fill("Kaffee am Fenster");
    await page.getByRole("textbox", { name: texts.editor.summary_label }).fill("Ein ruhiger Tag mit Kaffee.");
    await tool(page, "mood");
    await page.locator("r-island[name=emoji] input:not([type=hidden])").pressSequentially("☕😀");
    await page.getByRole("slider").fill("8");
    await addPhotos(page, "coffee_turned_gps.jpg");
    await saveButton(page).click();
    await page.waitForURL("**/dashboard");
    await expect(page.getByText(texts.editor.toast.created).first()).toBeVisible();
  });

  await test.step("see it on the dashboard, the photo upright", async () => {
    const card = page.getByRole("article").first();
    await expect(card).toContainText("Ein ruhiger Tag mit Kaffee.");
    await expect(card).toContainText("☕");
    const picture = card.locator("img[src*='/media/'], img[srcset*='/media/']").first();
    await expect(picture).toBeVisible();
    const size = await picture.evaluate(async (img: HTMLImageElement) => {
      await img.decode();
      return { width: img.naturalWidth, height: img.naturalHeight };
    });
    expect(size.width).toBeGreaterThan(size.height);
  });

  let link = "";
  await test.step("open its page and share it", async () => {
    const id = (await (await page.request.get("/api/entries/today")).json()).id;
    await page.goto(`/entry/${id}`);
    await expect(page.getByText("Kaffee am Fenster")).toBeVisible();
    await page.getByRole("button", { name: texts.entry.share }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: texts.share.create }).click();
    await expect(dialog.getByLabel(texts.share.link)).toHaveValue(/\/shared\/[\w-]{43}$/);
    link = await dialog.getByLabel(texts.share.link).inputValue();
  });

  await test.step("somebody without an account reads it, without JavaScript", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const visitor = await context.newPage();
    const response = await visitor.goto(link);
    expect(response?.status()).toBe(200);
    await expect(visitor.getByText("Ein ruhiger Tag mit Kaffee.")).toBeVisible();
    await expect(visitor.getByText("Kaffee am Fenster")).toBeVisible();
    await expect(visitor.getByText("das Regal aufgebaut")).toHaveCount(0);
    await expect(visitor.getByText(texts.shared.banner_title)).toBeVisible();
    const image = await visitor.locator("meta[property='og:image']").getAttribute("content");
    expect(image).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/shared\/[\w-]{43}\/card\.jpg$/);
    const picture = await context.request.get(image ?? "");
    expect(picture.headers()["content-type"]).toBe("image/jpeg");
    await context.close();
  });

  await test.step("a link that was ended opens nothing at the next request", async () => {
    await page.getByRole("dialog").getByRole("button", { name: texts.share.deactivate }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: texts.share.deactivate }).click();
    await expect(page.getByText(texts.share.deactivated).first()).toBeVisible();
    expect((await page.goto(link))?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(texts.shared.invalid_title);
  });
});
