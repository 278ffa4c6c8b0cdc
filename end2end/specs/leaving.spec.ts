import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { signIn } from "../support/pages.ts";
import { texts } from "../support/texts.ts";

const { leave: t, credentials } = texts;

async function openPage(page: Page) {
  await page.goto("/settings");
  await page.locator("#group-data > summary").click();
  await page.getByRole("link", { name: t.open }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t.title);
}

const field = (page: Page) => page.getByLabel(credentials.current_password, { exact: true });

test("an account is deleted, comes back by signing in, and is deleted at once and for good", async ({ newcomer, site }) => {
  const person = await newcomer();
  const { page } = person;
  await openPage(page);
  await expectAccessible(page);
  await expect(page.getByText("PayPal")).toHaveCount(0);

  // A wrong password is said at its field.
  await field(page).fill("geraten");
  await page.getByRole("button", { name: t.button }).click();
  await expect(page.getByText(texts.errors.wrong_password)).toBeVisible();
  await field(page).fill(person.password);
  await page.getByRole("button", { name: t.button }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t.left_title);
  await expect(page.getByRole("status").filter({ hasText: t.left_until.split("{date}")[0] })).toBeVisible();
  await expectAccessible(page);
  expect((await page.request.get("/api/auth/user")).status()).toBe(401);

  await signIn(page, person);
  await expect(page.getByText(t.came_back)).toBeVisible();
  await expectAccessible(page);

  await openPage(page);
  await field(page).fill(person.password);
  await page.getByRole("button", { name: t.now, exact: true }).click();
  await expect(page.getByText(t.now_text)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: t.now_yes }).click();
  await expect(page.getByText(t.left_now)).toBeVisible();

  await signIn(page, person);
  await expect(page.getByText(texts.errors.email_not_found)).toBeVisible();

  // The address is free.
  const form = { form: "register", first_name: "Jonas", last_name: "Weber", email: person.email, password: person.password, invitation_code: await site.invite() };
  const registered = await person.context.request.post(site.origin, { headers: { origin: site.origin, accept: "application/json" }, form });
  expect(registered.status()).toBe(204);
});

test("without a script the form deletes, too", async ({ browser, newcomer, site }) => {
  const person = await newcomer();
  const context = await browser.newContext({ baseURL: site.origin, javaScriptEnabled: false, storageState: await person.context.storageState() });
  const page = await context.newPage();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/settings/delete-account");
  await field(page).fill(person.password);
  await page.getByRole("button", { name: t.now, exact: true }).click();
  await page.getByRole("button", { name: t.now_yes }).click();
  await expect(page.getByText(t.left_now)).toBeVisible();
  await context.close();
});
