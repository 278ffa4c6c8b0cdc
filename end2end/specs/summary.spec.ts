/** Summaries: by this server, by a service, and their labels. */
import type { Page } from "@playwright/test";
import { KEY, SUMMED_UP, test } from "../support/ai.ts";
import { expect, expectAccessible, test as plain } from "../support/fixtures.ts";
import { editorReady, entryText, openFolds, saveButton } from "../support/pages.ts";
import { texts } from "../support/texts.ts";

const DAY =
  "Heute war ein guter Tag. Am Morgen bin ich früh aufgestanden und habe im Park die ersten Krähen gehört. " +
  "Am Abend habe ich endlich das Regal aufgebaut und war sehr stolz darauf.";
const button = (page: Page) => page.getByRole("button", { name: texts.editor.assistant.summarise });
const field = (page: Page) => page.getByRole("textbox", { name: texts.editor.summary_label });
const mark = (page: Page) => page.locator("[data-summary-mark]");

async function begin(page: Page) {
  await page.goto("/create");
  await editorReady(page);
  await openFolds(page);
  await expect(button(page)).toBeDisabled();
  await entryText(page).fill(DAY);
  await expect(button(page)).toBeEnabled();
}

plain("without a service the day is summed up here, once a day on Free", async ({ page, anna }) => {
  expect(anna.firstName).toBe("Anna");
  await begin(page);
  await button(page).click();
  await expect(page.locator(".toast").getByText(texts.editor.assistant.summarised_local)).toBeVisible();
  await expect(field(page)).not.toHaveValue("");
  await expect(mark(page)).toBeVisible();
  const first = await field(page).inputValue();

  await button(page).click();
  await expect(page.locator("[data-summary-message]")).toContainText("00:00");
  await expect(page.locator("[data-summary-message]")).toContainText("Pro");
  await expect(field(page)).toHaveValue(first);

  await saveButton(page).click();
  await page.waitForURL("**/dashboard");
  await expect(page.locator("[data-card]").getByText(texts.card.own_summary)).toBeVisible();
  await page.goto("/create");
  await editorReady(page);
  await expect(mark(page)).toBeVisible();
  await field(page).fill("");
  await expect(mark(page)).toBeHidden();
});

test("a service is asked for once, named, and its log says what went there", async ({ page, anna, ai, site }) => {
  expect(anna.firstName).toBe("Anna");
  await begin(page);
  await button(page).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("Beispiel-KI");
  await expectAccessible(page);
  expect(ai.calls).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  expect(ai.calls).toEqual([]);

  await button(page).click();
  await question.getByRole("button", { name: texts.editor.consent.allow, exact: true }).click();
  await expect(field(page)).toHaveValue(SUMMED_UP.summary);
  expect(ai.calls).toHaveLength(1);
  expect(ai.calls[0]?.authorization).toBe(`Bearer ${KEY}`);
  expect(ai.calls[0]?.body).not.toContain(anna.email);

  await site.advance({ days: 1 });
  await page.goto("/settings/assistant");
  await expect(page.getByText("Beispiel-KI")).toHaveCount(1);
  await expect(page.getByText(`${[...DAY].length} Zeichen`)).toBeVisible();
  await expectAccessible(page);
  expect(site.log()).not.toContain("Krähen");
});

test("after a no, or a withdrawn yes, this server makes the summary", async ({ page, anna, ai }) => {
  expect(anna.firstName).toBe("Anna");
  await begin(page);
  await button(page).click();
  await page.getByRole("dialog").getByRole("button", { name: texts.editor.consent.refuse }).click();
  await expect(field(page)).not.toHaveValue("");
  expect(ai.calls).toEqual([]);
  await page.goto("/settings#assistant");
  const allowed = page.getByRole("switch", { name: texts.settings.assistant_summary });
  await expect(allowed).not.toBeChecked();
  await expect(page.locator("#assistant")).toContainText("Beispiel-KI");
  await page.getByRole("link", { name: texts.settings.assistant_log }).click();
  await expect(page.getByText(texts.assistant_log.none)).toBeVisible();
});

test("a service that is broken costs nobody the summary", async ({ page, anna, ai }) => {
  expect(anna.firstName).toBe("Anna");
  ai.trouble = "broken";
  await begin(page);
  await button(page).click();
  await page.getByRole("dialog").getByRole("button", { name: texts.editor.consent.allow, exact: true }).click();
  await expect(field(page)).not.toHaveValue("");
  await expect(field(page)).not.toHaveValue(SUMMED_UP.summary);
  expect(ai.calls.length).toBe(2);
});
