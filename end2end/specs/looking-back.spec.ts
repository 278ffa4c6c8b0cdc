import { readFileSync } from "node:fs";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { openMenu } from "../support/pages.ts";
import { signInByCall, write } from "../support/person.ts";
import { fill, texts } from "../support/texts.ts";

const { stats: t, nav } = texts;

const mood = (level: number) => ({ level, feeling: null, customEmoji: null });

test("the streak grows with each day, earns invitations, and the year and the calendar lead back to a day", async ({ page, context, site, anna }) => {
  const first = await write(context, site, { text: `Der erste Tag von ${anna.firstName}`, mood: mood(3) });
  for (const text of ["zwei", "drei", "vier"]) {
    await site.advance({ days: 1 });
    await write(context, site, { text: `Tag ${text}`, mood: mood(7) });
  }
  await page.goto("/dashboard");
  const aside = page.getByRole("complementary", { name: t.aside });
  await expect(aside.locator(".streak-days")).toHaveText(fill(t.streak_days, { n: 4 }));
  await expect(aside.locator(".month-days a[tabindex='0']"), "the month is one stop of the Tab key").toHaveCount(1);
  await aside.locator(".month-days a[tabindex='0']").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(aside.locator(".month-days a:focus")).toHaveCount(1);
  await site.advance({ days: 1 });
  await page.reload();
  await expect(aside.getByText(t.streak_go_on)).toBeVisible();
  await write(context, site, { text: "Tag fünf" });
  await page.reload();
  await expect(aside.getByText(t.streak_bonus)).toBeVisible();
  await expectAccessible(page);
  await aside.getByRole("link", { name: t.streak_codes }).click();
  await expect(page.locator(".invite-link-address")).toBeVisible();
  await expect(page.locator(".invite-code"), "and the link above").toHaveCount(4);

  await page.getByRole("link", { name: nav.year, exact: true }).or(page.getByRole("link", { name: nav.year_short, exact: true })).first().click();
  await expect(page).toHaveURL(/\/yearly$/);
  await expect(page.locator(".year-dots a")).toHaveCount(5);
  await expectAccessible(page);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: t.year_export }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^tagesecho-20\d\d\.zip$/);
  expect(readFileSync(await download.path()).toString("latin1")).toContain(`tage/${first.date}.md`);
  // The day may be in an earlier month.
  const folded = page.locator(".year-month:not([open]) > summary");
  while ((await folded.count()) > 0) await folded.first().click();
  await page.getByRole("link", { name: new RegExp(`Der erste Tag von ${anna.firstName}`) }).click();
  await expect(page).toHaveURL(new RegExp(`/entry/${first.id}`));

  await page.goto("/calendar");
  await expectAccessible(page);
  await page.getByLabel(t.jump_label).fill("2020-02-29");
  await page.getByRole("button", { name: t.jump_button, exact: true }).last().click();
  await expect(page.getByRole("status")).toContainText("29. Februar 2020");
  await expectAccessible(page);
  await page.goto("/calendar?day=2026-02-30");
  await expect(page.getByRole("alert")).toHaveText(texts.errors.invalid_date);
  await page.locator(".month-day").first().click();
  await page.getByRole("link", { name: texts.editor.back, exact: true }).click();
  await expect(page, "back to the calendar").toHaveURL(/\/calendar\?day=2026-02-30/);
  await site.now();
});

test("the month turns and a memory can be hidden without script", async ({ page, context, site, anna, browser }) => {
  const { id } = await write(context, site, { text: `Vor einem Jahr war ${anna.firstName} am Meer`, mood: mood(9) });
  await site.advance({ days: 365 });
  await signInByCall(context, site, anna);
  const plain = await browser.newContext({ javaScriptEnabled: false, storageState: await context.storageState() });
  const still = await plain.newPage();
  await still.goto(`${site.origin}/dashboard`);
  const memory = still.locator(".memory", { hasText: "am Meer" });
  await expect(memory.getByRole("link")).toHaveAttribute("href", `/entry/${id}`);
  await memory.getByRole("button", { name: t.memory_hide }).click();
  await expect(still.locator(".memory")).toHaveCount(0);
  await expect(still.getByRole("status").filter({ hasText: t.memory_hidden })).toBeVisible();
  await still.goto(`${site.origin}/calendar`);
  const shown = await still.locator(".month-name").textContent();
  await still.getByRole("link", { name: new RegExp(t.month_before.replace("{month}", ".*")) }).click();
  await expect(still.locator(".month-name")).not.toHaveText(shown ?? "");
  await plain.close();
  await page.goto("/dashboard");
  await expect(page.locator(".memory")).toHaveCount(0);
  await site.now();
});

test("deleting a day in the middle of a streak warns that it breaks", async ({ page, context, site, anna: _ }) => {
  const ids = [];
  for (const text of ["eins", "zwei", "drei"]) {
    if (ids.length > 0) await site.advance({ days: 1 });
    ids.push((await write(context, site, { text })).id);
  }
  const question = page.getByRole("alertdialog");
  const broken = fill(texts.entry.delete_streak, { n: 3, left: 1 });
  await page.goto(`/entry/${ids[1]}`);
  await openMenu(page);
  await page.getByRole("button", { name: texts.entry.delete }).click();
  await expect(question).toContainText(broken);
  await page.keyboard.press("ArrowDown");
  await expect(question.getByRole("button").last()).toBeFocused();
  await page.goto(`/entry/${ids[2]}`);
  await openMenu(page);
  await page.getByRole("button", { name: texts.entry.delete }).click();
  await expect(question).toContainText(texts.entry.delete_ask);
  await expect(question, "today can be written again").not.toContainText(broken);
  await site.now();
});

test("older months are folded, a link to one opens it, paper has all, and a dot can be hit on a phone", async ({ page, context, site, anna }) => {
  const now = Date.now();
  const march = Date.UTC(new Date(now).getUTCFullYear() + 1, 2, 10);
  await site.advance({ days: Math.ceil((march - now) / 86_400_000) });
  await signInByCall(context, site, anna);
  await write(context, site, { text: "Ein Tag im März" });
  await site.advance({ days: 31 });
  await signInByCall(context, site, anna);
  await write(context, site, { text: "Ein Tag im April" });

  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/yearly");
  const [old, latest] = [page.getByRole("link", { name: "Ein Tag im März" }), page.getByRole("link", { name: "Ein Tag im April" })];
  await expect(latest).toBeVisible();
  await expect(old).toBeHidden();
  await expectAccessible(page);
  const dot = await page.locator(".year-dots a").first().boundingBox();
  expect(Math.min(dot?.width ?? 0, dot?.height ?? 0)).toBeGreaterThanOrEqual(24);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".year-day-text", { hasText: "Ein Tag im März" }), "whole on paper").toBeVisible();
  await page.emulateMedia({ media: null });
  await page.locator(".year-month summary").last().click();
  await expect(old).toBeVisible();
  await page.goto("/calendar");
  await page.goto("/yearly#month-3");
  await expect(old).toBeVisible();
  await expect(page.locator(".year-month summary").last()).toBeInViewport();

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/yearly");
  await expect(old).toBeHidden();
  await expect(latest).toBeVisible();
  await page.getByRole("link", { name: t.texts_whole }).click();
  await expect(page.locator(".year-day-text", { hasText: "Ein Tag im März" })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: texts.book.link }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(String(new Date(march).getUTCFullYear()));
  await expectAccessible(page);
  const pages = (await page.pdf({ preferCSSPageSize: true })).toString("latin1").match(/\/Type\s*\/Page\b/g);
  expect(pages, "cover, contents, and two months, each with a page for its head").toHaveLength(6);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await page.getByRole("button", { name: texts.book.pdf }).click();
  await expect(page.locator("body[data-printed]")).toBeAttached();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: texts.book.epub }).click();
  expect((await download).suggestedFilename()).toMatch(/^tagesecho-\d{4}\.epub$/);
  await page.getByRole("link", { name: texts.book.back }).click();
  await page.getByRole("navigation", { name: t.year_choice }).getByRole("link").nth(1).click();
  await expect(page.getByRole("heading", { name: t.year_past_title })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: texts.dashboard.empty_button })).toHaveCount(0);
  await site.now();
});
