import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { editorReady, entryText, saveButton } from "../support/pages.ts";
import { daysAgo } from "../support/person.ts";
import { texts } from "../support/texts.ts";

const { missed_day: missed, editor: { save_line } } = texts;

async function begin(page: Page, address: string, words: string) {
  await page.goto(address);
  await editorReady(page);
  await entryText(page).fill(words);
  await expect(page.locator("[data-save-line]")).toContainText(save_line.local);
}

test("yesterday is written later, marked to its owner, and today's draft stays as it is", async ({ page, anna }) => {
  const yesterday = await daysAgo(page, 1);
  await begin(page, "/create", `Heute von ${anna.firstName}`);
  await begin(page, `/create?date=${yesterday}`, "Gestern, begonnen");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(missed.title);
  await expect(page.getByText(missed.hint)).toBeVisible();
  await expectAccessible(page);

  await page.goto("/dashboard");
  await page.getByRole("link", { name: texts.dashboard.unsaved_open }).click();
  await expect(page).toHaveURL(new RegExp(`/create\\?date=${yesterday}$`));
  await editorReady(page);
  await expect(entryText(page)).toHaveValue("Gestern, begonnen");
  await entryText(page).fill("Gestern, zu Ende geschrieben");
  await saveButton(page).click();
  await page.waitForURL("**/dashboard");
  await expect(page.locator(".card")).toContainText(texts.entry.backfilled);
  await page.locator(".card-link").click();
  await expect(page.locator(".entry-marks")).toContainText(texts.entry.backfilled);
  await expect(page.locator(".entry-words")).toContainText("Gestern, zu Ende geschrieben");
  await expectAccessible(page);
  expect(await (await page.request.get("/api/entries/today")).json()).toBeNull();

  await page.goto("/create");
  await editorReady(page);
  await expect(entryText(page)).toHaveValue(`Heute von ${anna.firstName}`);
});

test("a day that only Pro reaches is refused kindly", async ({ page, anna: _ }) => {
  const response = await page.goto(`/create?date=${await daysAgo(page, 8)}`);
  expect(response?.status()).toBe(403);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(missed.too_far_title);
  await expect(page.getByText(missed.pro)).toHaveCount(0);
  await expectAccessible(page);
});
