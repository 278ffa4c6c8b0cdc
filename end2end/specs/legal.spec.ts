/** Pages that the law asks for, cancelling and withdrawing, all of it signed out and without a script. */
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { mailTo } from "../support/mail.ts";
import { newEmail } from "../support/person.ts";
import type { Site } from "../support/server.ts";
import { texts } from "../support/texts.ts";

const { declaration, legal } = texts;

async function withoutScript(browser: Browser, site: Site): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.origin, javaScriptEnabled: false, locale: "de-DE" });
  return context.newPage();
}

/** The case number on the receipt, which is also in the file that is saved. */
async function savedCase(page: Page, email: string): Promise<string> {
  await expect(page.getByRole("main")).toContainText(email);
  const shown = await page.locator(".declared dd").first().innerText();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: declaration.receipt_save }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`tagesecho-${shown}.txt`);
  const saved = await readFile(await file.path(), "utf8");
  for (const part of [shown, email, "Anna Berger", declaration.contract_default]) expect(saved).toContain(part);
  return shown;
}

test("a guest cancels without a script, keeps the receipt and gets it by mail", async ({ browser, site }) => {
  const page = await withoutScript(browser, site);
  const email = newEmail("anna");
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: legal.cancel }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(declaration.cancel_title);
  const button = page.getByRole("button", { name: declaration.cancel_button, exact: true });
  await expect(page.getByLabel(declaration.contract, { exact: true })).toHaveValue(declaration.contract_default);
  await expect(page.getByLabel(declaration.reason)).toBeHidden();
  await page.getByLabel(declaration.extraordinary).check();
  await page.getByLabel(declaration.reason).fill("Umzug ins Ausland");
  await page.getByLabel(declaration.email).fill(email);
  await button.click();

  await expect(page.getByText(texts.errors.declaration_name)).toBeVisible();
  await expect(page.getByLabel(declaration.reason)).toHaveValue("Umzug ins Ausland");
  await expect(page.getByLabel(declaration.email)).toHaveValue(email);
  await page.getByLabel(declaration.name, { exact: true }).fill("Anna Berger");
  await page.getByLabel(declaration.end_date).check();
  await page.getByLabel(declaration.end_day, { exact: true }).fill("2027-01-31");
  await button.click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText(declaration.cancellation_title);
  await expect(page.getByRole("main")).toContainText("31.01.2027");
  const number = await savedCase(page, email);
  const mail = await mailTo(site, email);
  for (const part of [number, "Umzug ins Ausland", "31.01.2027"]) expect(mail).toContain(part);
  expect(await site.command("declarations")).toContain(number);
  expect(await site.command("declarations", "--done", number)).toContain("is closed");
  await page.context().close();
});

test("a guest withdraws in two steps without a script", async ({ browser, site }) => {
  const page = await withoutScript(browser, site);
  const email = newEmail("anna");
  await page.goto("/impressum");
  await page.getByRole("contentinfo").getByRole("link", { name: legal.withdraw }).click();
  await page.getByLabel(declaration.name, { exact: true }).fill("Anna Beger");
  await page.getByLabel(declaration.email).fill(email);
  await page.getByRole("button", { name: declaration.withdraw_button }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(declaration.confirm_title);
  await expect(page.getByRole("main")).toContainText("Anna Beger");

  await page.getByRole("button", { name: declaration.confirm_change }).click();
  await page.getByLabel(declaration.name, { exact: true }).fill("Anna Berger");
  await page.getByRole("button", { name: declaration.withdraw_button }).click();
  await page.getByRole("button", { name: declaration.confirm_button }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(declaration.withdrawal_title);
  const number = await savedCase(page, email);
  expect(await mailTo(site, email)).toContain(number);
  await page.context().close();
});

test("every page ends with the way to what the law asks for, above the phone's bar", async ({ page, anna: _, site, browser }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/dashboard", "/settings", "/agb"]) {
    await page.goto(path);
    const footer = page.getByRole("contentinfo");
    for (const name of [legal.imprint, texts.privacy.title, legal.terms, legal.accessibility, legal.cancel, legal.withdraw]) {
      await expect(footer.getByRole("link", { name, exact: true })).toBeVisible();
    }
    const last = footer.getByRole("link", { name: legal.withdraw });
    await last.scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const [link, bar] = [await last.boundingBox(), await page.locator(".mobile-bar").boundingBox()];
    expect((link?.y ?? 0) + (link?.height ?? 0), path).toBeLessThanOrEqual(bar?.y ?? 0);
  }
  const context = await browser.newContext({ baseURL: site.origin, locale: "de-DE" });
  const guest = await context.newPage();
  for (const path of ["/", "/impressum", "/datenschutz", "/agb", "/barrierefreiheit", "/kuendigen", "/widerrufen"]) {
    await guest.goto(path);
    await expectAccessible(guest);
  }
  await context.close();
});
