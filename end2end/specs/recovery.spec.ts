import type { BrowserContext, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { mailedLink, mailTo } from "../support/mail.ts";
import { openDialog, signIn } from "../support/pages.ts";
import { newEmail } from "../support/person.ts";
import type { Site } from "../support/server.ts";
import { texts } from "../support/texts.ts";

const told = (page: Page, text: string) => expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();

async function askForLink(page: Page, email: string) {
  await page.goto("/forgot-password");
  await page.getByLabel(texts.sign_in.email).fill(email);
  await page.getByRole("button", { name: texts.forgot.button }).click();
  await expect(page.getByRole("heading", { name: texts.forgot.sent_title })).toBeVisible();
}

async function choosePassword(page: Page, password: string) {
  await page.getByLabel(texts.credentials.new_password, { exact: true }).fill(password);
  await page.getByRole("button", { name: texts.action.password_button }).click();
}

async function isSignedIn(context: BrowserContext, site: Site) {
  return (await context.request.get(`${site.origin}/api/auth/user`)).ok();
}

async function openSettings(page: Page, fold: string) {
  await page.goto("/settings#credentials");
  await page.getByText(fold, { exact: true }).first().click();
}

test("a forgotten password: link by mail, a new one, and every other browser is signed out at once", async ({ page, newcomer, site, browser }) => {
  const person = await newcomer();
  const elsewhere = await browser.newContext({ baseURL: site.origin, locale: "de-DE" });
  const other = await elsewhere.newPage();
  await signIn(other, person);
  await expect(other.getByRole("heading", { level: 1 })).toContainText(person.firstName);

  const dialog = await openDialog(page, "login");
  await dialog.getByLabel(texts.sign_in.email).fill(person.email);
  await dialog.getByRole("link", { name: texts.sign_in.forgot }).click();
  await expect(page.getByRole("heading", { name: texts.forgot.title })).toBeVisible();
  await expect(page.getByLabel(texts.sign_in.email)).toHaveValue(person.email);
  await expectAccessible(page);
  await page.getByRole("button", { name: texts.forgot.button }).click();
  await expect(page.getByText(texts.forgot.sent_text)).toBeVisible();
  await expectAccessible(page);

  const link = await mailedLink(site, person.email);
  await page.goto(link);
  await expect(page.getByText(person.email)).toBeVisible();
  await expectAccessible(page);
  await choosePassword(page, "kurz");
  await expect(page.getByRole("alert").filter({ hasText: texts.errors.weak_password })).toBeVisible();
  await page.getByRole("button", { name: texts.sign_in.show_password }).click();
  await expect(page.getByLabel(texts.credentials.new_password, { exact: true })).toHaveAttribute("type", "text");
  expect(await isSignedIn(elsewhere, site)).toBe(true);
  await choosePassword(page, "morgenlicht 8");

  const again = page.getByRole("dialog");
  await expect(again.getByLabel(texts.sign_in.email)).toHaveValue(person.email);
  await expect(again.getByText(texts.action.password_done)).toBeVisible();
  expect(await isSignedIn(elsewhere, site)).toBe(false);
  expect((await other.goto("/dashboard"))?.status()).toBe(401);
  await again.getByLabel(texts.sign_in.password, { exact: true }).fill("morgenlicht 8");
  await again.getByRole("button", { name: texts.sign_in.login_button }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(person.firstName);
  expect(await mailTo(site, person.email)).toContain("Das warst du nicht?");
  await elsewhere.close();
});

test("a used and an expired link say so and lead to a new one", async ({ page, newcomer, site }) => {
  const person = await newcomer();
  await askForLink(page, person.email);
  const used = await mailedLink(site, person.email);
  await page.goto(used);
  await choosePassword(page, "morgenlicht 8");
  await expect(page.getByRole("dialog").getByText(texts.action.password_done)).toBeVisible();
  expect((await page.goto(used))?.status()).toBe(410);
  await expect(page.getByText(texts.errors.code_used)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: texts.action.new_link }).click();
  await expect(page.getByRole("heading", { name: texts.forgot.title })).toBeVisible();

  await askForLink(page, person.email);
  const late = await mailedLink(site, person.email, used);
  await page.goto(late);
  await site.advance({ seconds: 601 });
  await choosePassword(page, "abendrot 9");
  await expect(page.getByText(texts.errors.code_expired)).toBeVisible();
  expect((await page.goto(late))?.status()).toBe(410);
  await expect(page.getByText(texts.errors.code_expired)).toBeVisible();
});

test("an address without an account is told the same and gets no mail", async ({ page, site }) => {
  const nobody = newEmail("niemand");
  await askForLink(page, nobody);
  await expect(page.getByText(texts.forgot.sent_text)).toBeVisible();
  expect((await fetch(`${site.origin}/test/mail?to=${encodeURIComponent(nobody)}`)).status).toBe(404);
});

test("the address is confirmed and then changed by mail", async ({ page, newcomer, site }) => {
  const person = await newcomer();
  await signIn(page, person);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(person.firstName);
  await page.goto("/settings#credentials");
  await page.getByRole("button", { name: texts.credentials.send }).click();
  await told(page, texts.credentials.confirm_sent);
  await page.goto(await mailedLink(site, person.email));
  await expectAccessible(page);
  await page.getByRole("button", { name: texts.action.verify_button }).click();
  await expect(page).toHaveURL(/\/settings#form-confirm-email$/);
  await expect(page.getByText(texts.credentials.confirmed, { exact: true })).toBeVisible();

  const email = newEmail("neu");
  await openSettings(page, texts.credentials.change_email);
  const form = page.locator("#form-change-email");
  await form.getByLabel(texts.credentials.new_email).fill(email);
  await form.getByLabel(texts.credentials.current_password, { exact: true }).fill("geraten");
  await form.getByRole("button", { name: texts.credentials.change_email_button }).click();
  await expect(form.getByRole("alert")).toContainText(texts.errors.wrong_password);
  await form.getByLabel(texts.credentials.current_password, { exact: true }).fill(person.password);
  await form.getByRole("button", { name: texts.credentials.change_email_button }).click();
  await told(page, texts.credentials.change_email_sent);
  await expect(page.locator("#credentials").getByRole("paragraph").filter({ hasText: email })).toBeVisible();
  await expectAccessible(page);

  await page.goto(await mailedLink(site, email));
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole("button", { name: texts.action.change_button }).click();
  await expect(page.getByRole("dialog").getByLabel(texts.sign_in.email)).toHaveValue(email);
  expect(await mailTo(site, person.email)).toContain("Das warst du nicht?");
  await page.getByRole("dialog").getByLabel(texts.sign_in.password, { exact: true }).fill(person.password);
  await page.getByRole("dialog").getByRole("button", { name: texts.sign_in.login_button }).click();
  await page.getByRole("button", { name: texts.menu.open }).click();
  await expect(page.getByText(email)).toBeVisible();
});

test("a new password in the settings keeps this browser and ends the others", async ({ page, newcomer, site, browser, context }) => {
  const person = await newcomer();
  const elsewhere = await browser.newContext({ baseURL: site.origin, locale: "de-DE" });
  const other = await elsewhere.newPage();
  for (const where of [other, page]) {
    await signIn(where, person);
    await expect(where.getByRole("heading", { level: 1 })).toContainText(person.firstName);
  }
  await openSettings(page, texts.credentials.change_password);
  await expectAccessible(page);
  const form = page.locator("#form-change-password");
  await form.getByLabel(texts.credentials.current_password, { exact: true }).fill(person.password);
  await form.getByLabel(texts.credentials.new_password, { exact: true }).fill("morgenlicht 8");
  await form.getByRole("button", { name: texts.credentials.change_password }).click();
  await told(page, texts.credentials.password_changed);
  await expect(page.getByRole("heading", { name: texts.credentials.title })).toBeVisible();
  expect([await isSignedIn(context, site), await isSignedIn(elsewhere, site)]).toEqual([true, false]);
  await signIn(other, { ...person, password: "morgenlicht 8" });
  await expect(other.getByRole("heading", { level: 1 })).toContainText(person.firstName);
  await elsewhere.close();
});
