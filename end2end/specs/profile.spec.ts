import { readFileSync } from "node:fs";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { openMenu, photo } from "../support/pages.ts";
import { write } from "../support/person.ts";
import { fill, texts } from "../support/texts.ts";

const { profile: t } = texts;

test("name, username and picture are changed and seen at the start", async ({ page, anna, newcomer }) => {
  await page.goto("/dashboard");
  await page.getByRole("button", { name: texts.menu.open }).click();
  await page.getByRole("link", { name: texts.menu.edit_profile }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t.title);
  await expect(page.getByRole("main").getByText(anna.email), "to read, not to change").toBeVisible();
  await expectAccessible(page);

  await page.getByLabel(texts.sign_in.first_name).fill(" Änne ");
  await page.getByLabel(texts.sign_in.last_name).fill("");
  const username = `Aenne.${Date.now()}`;
  await page.getByLabel(t.username).fill(username);
  await page.getByLabel(t.picture_choose).setInputFiles(photo("coffee_turned_gps.jpg"));
  await expect(page.getByText(t.picture_new)).toBeVisible();
  await expect(page.locator(".picture-field .avatar img")).toHaveAttribute("src", /^blob:/);
  await page.getByRole("button", { name: t.save }).click();
  await expect(page.getByText(t.saved).first()).toBeVisible();
  await expect(page).toHaveURL(/\/#form-profile$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Änne");
  const picture = page.locator(".menu-button .avatar img");
  await expect(picture).toHaveJSProperty("complete", true);
  expect(await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([256, 256]);

  const address = (await picture.getAttribute("src")) ?? "";
  const jonas = await newcomer();
  expect((await jonas.context.request.get(address)).status(), "everybody who is registered").toBe(200);
  await jonas.context.clearCookies();
  expect((await jonas.context.request.get(address)).status(), "guests").toBe(401);

  await page.goto("/profile/edit");
  await expect(page.getByLabel(t.username)).toHaveValue(username.toLowerCase());
  await page.getByLabel(t.picture_remove).check();
  await expect(page.getByText(t.picture_gone)).toBeVisible();
  await expect(page.locator(".picture-field .avatar img")).toHaveCount(0);
  await page.getByRole("button", { name: t.save }).click();
  await expect(page.getByText(t.saved).first()).toBeVisible();
  await expect(page.locator(".menu-button .avatar")).toHaveText("Ä");
});

test("errors are shown at their fields and nothing is lost", async ({ page, anna, newcomer }) => {
  const jonas = await newcomer();
  const taken = (await (await jonas.context.request.get("/api/auth/user")).json()).username;
  await page.goto("/profile/edit");
  await page.getByLabel(texts.sign_in.first_name).fill("   ");
  await page.getByRole("button", { name: t.save }).click();
  await expect(page.getByRole("alert")).toHaveText(texts.errors.first_name_missing);
  await expect(page.getByLabel(texts.sign_in.first_name)).toBeFocused();

  await page.getByLabel(texts.sign_in.first_name).fill("Anna");
  await page.getByLabel(t.username).fill(taken.toUpperCase());
  await page.getByRole("button", { name: t.save }).click();
  await expect(page.getByRole("alert")).toHaveText(fill(t.failed, { message: texts.errors.username_taken }));
  await expect(page.getByLabel(t.username)).toBeFocused();
  await expect(page.getByLabel(t.username)).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);

  await page.getByLabel(t.username).fill("anna-liest.gern");
  const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
  await page.getByLabel(t.picture_choose).setInputFiles({ name: "ich.heic", mimeType: "image/heic", buffer: heic });
  await expect(page.getByText(t.picture_unreadable)).toBeVisible();
  await page.getByLabel(t.picture_choose).setInputFiles({ name: "ich.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  await expect(page.getByText(t.picture_large)).toBeVisible();
  await page.getByRole("button", { name: t.save }).click();
  await expect(page.getByText(t.saved).first()).toBeVisible();
});

test("a broken picture gives way to the initials", async ({ page, context, site, anna: _ }) => {
  const saved = await context.request.patch(`${site.origin}/api/profile`, {
    headers: { origin: site.origin },
    multipart: { firstName: "Anna", profileImage: { name: "ich.jpg", mimeType: "image/jpeg", buffer: readFileSync(photo("rocket.jpg")) } },
  });
  expect(saved.status()).toBe(200);
  await page.route("**/media/**", (route) => route.fulfill({ status: 404 }));
  await page.goto("/dashboard");
  await expect(page.locator(".menu-button .avatar")).toHaveText("AB");
  await expect(page.locator(".menu-button .avatar img")).toHaveCount(0);
});

test("fewer people may read an entry of an earlier day, and never more again", async ({ page, context, site, anna: _ }) => {
  const entry = await write(context, site, { text: "Von gestern", visibility: "public" });
  await site.advance({ days: 1 });
  await page.goto(`/entry/${entry.id}`);
  await openMenu(page);
  await page.getByRole("button", { name: `${texts.entry.visibility}: ${texts.visibility.public}` }).click();
  await expectAccessible(page);
  const save = () => page.getByRole("button", { name: texts.profile.save, exact: true }).click();
  const keep = async () => {
    await save();
    await expect(page.getByRole("alert").filter({ hasText: texts.entry.visibility_confirm })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: texts.entry.visibility_fewer_yes }).click();
    await expect(page.getByText(texts.entry.visibility_saved)).toBeVisible();
  };
  await save();
  await expect(page.getByText(texts.entry.visibility_saved), "nothing is asked where nothing changes").toBeVisible();
  await page.getByRole("radio", { name: texts.visibility.friends }).check();
  await keep();
  await expect(page.getByRole("radio", { name: texts.visibility.friends })).toBeChecked();
  await expect(page.getByRole("radio", { name: texts.visibility.public })).toBeDisabled();
  await expect(page.getByText(texts.entry.visibility_closed)).toBeVisible();
  await page.getByRole("radio", { name: texts.visibility.private }).check();
  await keep();
  await expect(page.getByRole("radio", { name: texts.visibility.private })).toBeChecked();
  await expect(page.getByText("Von gestern")).toBeVisible();
});
