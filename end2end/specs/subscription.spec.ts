import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { editorReady, tool } from "../support/pages.ts";
import { daysAgo, write } from "../support/person.ts";
import type { Site } from "../support/server.ts";
import { fill, texts } from "../support/texts.ts";

const t = texts.subscription;

/** Buys Pro: from the plans through the order and the approval page to the success page. */
async function buy(page: Page): Promise<void> {
  await page.goto("/subscription");
  await page.getByRole("link", { name: t.upgrade }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t.order.title);
  await page.getByRole("checkbox", { name: t.order.confirm }).check();
  await page.getByRole("button", { name: t.order.button }).click();
  await expect(page).toHaveURL(/\/sandbox\/paypal\/approve\?ba_token=BA-/);
  await page.getByRole("button", { name: t.approve.yes }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t.success.title);
  expect(new URL(page.url()).search, "the tokens left the address").toMatch(/^\?subscription_id=I-\w+$/);
}

/** Writes the entry of a missed day, with the ticket of its page. */
async function writeMissed(page: Page, { origin }: Site, days: number): Promise<void> {
  const date = await daysAgo(page, days);
  const html = await (await page.request.get(`/create?date=${date}`)).text();
  const ticket = /data-ticket="([^"]*)"/.exec(html)?.[1] ?? "";
  const made = await page.request.post("/api/entries", { headers: { origin }, multipart: { text: "Damals", date, ticket } });
  expect(made.status()).toBe(201);
}

/** Opens the dialog and says yes. */
async function cancel(page: Page): Promise<void> {
  await page.goto("/subscription");
  await page.getByRole("button", { name: t.cancel.button }).click();
  const dialog = page.getByRole("alertdialog", { name: t.cancel.title });
  await dialog.getByRole("button", { name: t.cancel.yes }).click();
  await expect(page.getByRole("heading", { name: t.cancelled.title })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: t.cancel.done })).toBeVisible();
}

async function menu(page: Page): Promise<void> {
  await page.goto("/dashboard");
  await page.getByRole("button", { name: texts.menu.open }).click();
}

test("Pro is bought, used, cancelled, taken back, cancelled, ends, and is bought again", async ({ page, site, anna: _ }) => {
  test.slow();
  await menu(page);
  await page.getByRole("link", { name: texts.menu.pro }).click();
  await expect(page.getByText(t.sandbox)).toBeVisible();
  await expectAccessible(page);
  await buy(page);
  await expectAccessible(page);

  await menu(page);
  await expect(page.getByRole("link", { name: texts.menu.pro_yours })).toBeVisible();
  await page.goto("/create");
  await editorReady(page);
  await tool(page, "mood");
  await expect(page.getByRole("radio", { name: texts.editor.mood.feelings.happy })).toBeVisible();

  await page.goto("/subscription");
  await page.route("**/subscription", (route) => (route.request().method() === "POST" ? route.fulfill({ status: 502, body: "<h1>nginx</h1>" }) : route.fallback()));
  await page.getByRole("button", { name: t.cancel.button }).click();
  await page.getByRole("button", { name: t.cancel.yes }).click();
  const away = fill(texts.form.answer.away, { status: "502" });
  await expect(page.getByRole("alert").filter({ hasText: fill(t.cancel.failed, { message: away }) })).toBeVisible();
  await page.unrouteAll();
  await cancel(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: t.reactivate.button }).click();
  await page.getByRole("alertdialog", { name: t.reactivate.title }).getByRole("button", { name: t.reactivate.yes }).click();
  await expect(page.getByRole("status").filter({ hasText: t.reactivate.done })).toBeVisible();
  await expect(page.getByRole("heading", { name: t.active.title, exact: true })).toBeVisible();

  await cancel(page);
  await page.goto("/create");
  await editorReady(page);
  await tool(page, "mood");
  await expect(page.getByRole("radio", { name: texts.editor.mood.feelings.happy })).toBeVisible();
  await site.advance({ days: 32 });
  await page.goto("/subscription");
  await expect(page.getByRole("link", { name: t.upgrade })).toBeVisible();
  await page.goto("/create");
  await editorReady(page);
  await expect(page.getByRole("radio", { name: texts.editor.mood.feelings.happy })).toHaveCount(0);
  await buy(page);
});

test("forged ways back change nothing, and saying no at PayPal neither", async ({ page, anna: _ }) => {
  await page.goto("/subscription/success?subscription_id=I-FORGED&ba_token=BA-FORGED&token=x");
  await expect(page).toHaveURL(/\/subscription$/);
  await page.goto("/subscription/order");
  await page.getByRole("checkbox", { name: t.order.confirm }).check();
  await page.getByRole("button", { name: t.order.button }).click();
  await page.getByRole("button", { name: t.approve.no }).click();
  await expect(page).toHaveURL(/\/subscription$/);
  await expect(page.getByRole("link", { name: t.upgrade })).toBeVisible();
  const user = await (await page.request.get("/api/auth/user")).json();
  expect(user.proAccount).toBe(false);
});

test("the hint on the dashboard comes with the fifth entry, is sent away and stays away", async ({ page, context, site, anna: _ }) => {
  await write(context, site, { text: "Heute" });
  for (const days of [1, 2, 3]) await writeMissed(page, site, days);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(t.hint.title)).toHaveCount(0);
  await writeMissed(page, site, 4);
  await page.goto("/dashboard");
  await page.getByRole("button", { name: t.hint.dismiss }).click();
  await expect(page.getByText(t.hint.title)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(t.hint.title)).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("Pro is ordered and cancelled, and an order without the confirmation is refused", async ({ page, anna: _ }) => {
    await page.goto("/subscription/order");
    await page.locator("input[name=confirmed]").evaluate((box: HTMLInputElement) => box.removeAttribute("required"));
    await page.getByRole("button", { name: t.order.button }).click();
    await expect(page.getByRole("alert")).toHaveText(texts.errors.start_not_confirmed);
    await buy(page);
    await cancel(page);
  });
});
