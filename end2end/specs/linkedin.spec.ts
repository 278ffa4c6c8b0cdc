/** A LinkedIn post of an entry: the profile, here or by a service, copied and taken along. */
import type { Page } from "@playwright/test";
import { POST, test } from "../support/ai.ts";
import { expect, expectAccessible, test as plain } from "../support/fixtures.ts";
import { openMenu } from "../support/pages.ts";
import { write } from "../support/person.ts";
import { texts } from "../support/texts.ts";

const { linkedin: t } = texts;
const DAY =
  "Heute war ein guter Tag. Am Morgen bin ich früh aufgestanden und habe im Park die ersten Krähen gehört. " +
  "Am Abend habe ich endlich das Regal aufgebaut und war sehr stolz darauf.";

const field = (page: Page, name: string) => page.getByRole("textbox", { name });
const generate = (page: Page) => page.getByRole("button", { name: t.generate });
const draft = (page: Page) => page.getByRole("textbox", { name: t.post_label });

async function ready(page: Page, address: string) {
  await page.goto(address);
  await expect(page.locator("r-island[name=linkedin]")).toHaveAttribute("data-ready", /.*/);
  await expect(page.locator(".linkedin-form")).not.toHaveAttribute("aria-busy");
}

async function fillIn(page: Page) {
  await field(page, t.info).fill("Tischlerin in Köln");
  await field(page, t.audience).fill("Leute mit Holz");
  await page.getByLabel(t.goal_label).selectOption({ label: t.goal.discussion });
}

plain("a post is put together here, kept profile and all, and goes to LinkedIn", async ({ page, browser, context, site, visits, anna: _ }) => {
  visits.push("https://www.linkedin.com/");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await context.route("https://www.linkedin.com/**", (route) => route.fulfill({ contentType: "text/html", body: "<title>LinkedIn</title>" }));
  const entry = await write(context, site, { text: DAY });
  await page.goto(`/entry/${entry.id}`);
  await openMenu(page);
  await page.getByRole("link", { name: t.option }).click();
  await page.waitForURL(`**/linkedin-sharing/${entry.id}`);
  await ready(page, page.url());
  await expect(page.getByRole("heading", { level: 1, name: t.title })).toBeVisible();
  await expect(page.locator(".linkedin-entry")).toContainText("Krähen");
  await expect(generate(page)).toBeDisabled();
  const incomplete = page.getByText(texts.errors.linkedin_incomplete);
  await expect(incomplete).toBeHidden();
  await expectAccessible(page);

  await field(page, t.info).fill("Tischlerin");
  await expect(incomplete).toBeVisible();
  await page.getByRole("link", { name: t.audience }).click();
  await expect(field(page, t.audience)).toBeFocused();
  await fillIn(page);
  await page.getByText(t.more_fields).click();
  await page.getByLabel(t.address_label).selectOption({ label: t.address.sie });
  await page.getByRole("button", { name: t.save }).click();
  await expect(page.locator(".toast").getByText(t.saved_text)).toBeVisible();
  await expect(field(page, t.info)).toBeHidden();
  await expect(generate(page)).toBeFocused();
  await ready(page, page.url());
  await expect(page.getByText(`Leute mit Holz · ${t.goal.discussion}`)).toBeVisible();
  await page.getByRole("heading", { name: t.profile_title }).click();
  await expect(field(page, t.info)).toHaveValue("Tischlerin in Köln");

  await page.setViewportSize({ width: 390, height: 844 });
  await generate(page).click();
  await expect(page.getByRole("link", { name: t.share }), "it comes into view").toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(draft(page)).toHaveValue(/Regal aufgebaut[\s\S]*Wie sehen Sie das\?/);
  await expect(page.getByText(t.made_here)).toBeVisible();
  await expectAccessible(page);
  await draft(page).fill("Heute stand das Regal & ich davor.");
  await expect(page.getByText("34 von 3000 Zeichen")).toBeVisible();
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: t.share }).click();
  const linkedin = await opened;
  await linkedin.waitForURL("https://www.linkedin.com/feed/?**");
  expect(new URL(linkedin.url()).searchParams.get("text")).toBe("Heute stand das Regal & ich davor.");
  await linkedin.close();
  await page.bringToFront();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Heute stand das Regal & ich davor.");

  await page.getByRole("link", { name: t.back }).click();
  await page.waitForURL(`**/entry/${entry.id}`);

  const plain = await browser.newContext({ javaScriptEnabled: false, locale: "de-DE", storageState: await context.storageState() });
  const still = await plain.newPage();
  await still.goto(`${site.origin}/linkedin-sharing/${entry.id}`);
  const notice = still.locator(".linkedin noscript .notice");
  await expect(notice).toBeVisible();
  await expect(notice).toHaveText(texts.app.no_script);
  await plain.close();
});

plain("somebody else's entry becomes no post, and a missing one leads back", async ({ page, context, site, newcomer, anna: _ }) => {
  const entry = await write(context, site, { text: DAY, visibility: "public" });
  const jonas = await newcomer();
  const refused = await jonas.page.goto(`/linkedin-sharing/${entry.id}`);
  expect(refused?.status()).toBe(403);
  const missing = await page.goto("/linkedin-sharing/00000000-0000-0000-0000-000000000000");
  expect(missing?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: texts.entry.not_found_title })).toBeVisible();
  await page.getByRole("link", { name: t.overview }).click();
  await page.waitForURL(`${site.origin}/`);
});

test("a service is asked for, named, and a failure keeps the form and the post before, as does a reload", async ({ page, context, site, ai, anna }) => {
  const entry = await write(context, site, { text: DAY });
  await ready(page, `/linkedin-sharing/${entry.id}`);
  await fillIn(page);
  await generate(page).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("Beispiel-KI");
  await expectAccessible(page);
  expect(ai.calls).toEqual([]);
  await question.getByRole("button", { name: texts.editor.consent.allow, exact: true }).click();
  await expect(draft(page)).toHaveValue(POST);
  await expect(page.getByText("KI-Entwurf von Beispiel-KI")).toBeVisible();
  expect(ai.calls).toHaveLength(1);
  expect(ai.calls[0]?.body).not.toContain(anna.email);

  await draft(page).fill("Heute stand das Regal.");
  ai.trouble = "broken";
  await generate(page).click();
  await expect(page.locator(".toast").getByText(t.failed)).toBeVisible();
  await expect(draft(page)).toHaveValue("Heute stand das Regal.");
  await expect(field(page, t.audience)).toHaveValue("Leute mit Holz");
  await ready(page, page.url());
  await expect(draft(page)).toHaveValue("Heute stand das Regal.");
  await page.goto("/settings#assistant");
  await expect(page.getByRole("switch", { name: texts.settings.assistant_linkedin })).toBeChecked();
});
