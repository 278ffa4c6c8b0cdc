import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { photo } from "../support/pages.ts";
import { register, write } from "../support/person.ts";
import type { Site } from "../support/server.ts";
import { fill, texts } from "../support/texts.ts";

const image = () => ({ name: "coffee.jpg", mimeType: "image/jpeg", buffer: readFileSync(photo("coffee_turned_gps.jpg")) });
const tabs = (page: Page) => page.getByRole("navigation", { name: texts.friends.tabs });
const openTab = (page: Page, name: string) => tabs(page).getByRole("link", { name }).click();
const expectStatus = (page: Page, text: string) => expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();
const menu = (page: Page, name: string) => page.getByRole("button", { name: fill(texts.people.more, { name }) }).click();

async function find(page: Page, typed: string) {
  await page.goto("/friends?tab=find");
  await page.getByLabel(texts.friends.find_label).fill(typed);
  await page.getByRole("button", { name: texts.friends.find_button }).click();
}

/** Asks by a call, as the person of the context. */
async function ask(context: BrowserContext, site: Site, userId: string) {
  const response = await context.request.post("/api/friend-requests", { headers: { origin: site.origin }, data: { userId } });
  expect(response.ok()).toBe(true);
  return (await response.json()).id as string;
}

async function befriend(one: BrowserContext, other: BrowserContext, site: Site, otherId: string) {
  const id = await ask(one, site, otherId);
  const response = await other.request.put(`/api/friend-requests/${id}/accept`, { headers: { origin: site.origin } });
  expect(response.ok()).toBe(true);
}

test("two people become friends, read, and lose sight at the next request when it ends", async ({ page, context, site, anna, newcomer }) => {
  const jonas = await newcomer();
  const entry = await write(context, site, { text: "Nur für Freunde", visibility: "friends", images: [image()] });

  const stranger = await jonas.page.goto(`/entry/${entry.id}`);
  expect(stranger?.status()).toBe(403);
  await find(jonas.page, anna.email);
  await expect(jonas.page.getByText(anna.email)).toBeVisible();
  await jonas.page.getByRole("button", { name: fill(texts.friends.ask_named, { name: "Anna Berger" }) }).click();
  await expectStatus(jonas.page, texts.friends.sent);
  await expect(jonas.page.getByText(texts.friends.pending, { exact: true })).toBeVisible();

  await page.goto("/dashboard");
  await page.getByRole("navigation", { name: texts.nav.label }).first().getByRole("link", { name: texts.nav.friends }).click();
  await expect(page.getByText(fill(texts.friends.waiting, { n: 1 })), "in both navigations and beside the tab").toHaveCount(3);
  await openTab(page, texts.friends.tab_incoming);
  await page.getByRole("button", { name: fill(texts.friends.accept_named, { name: "Jonas Weber" }) }).click();
  await expectStatus(page, texts.friends.accepted);
  await expect(page.getByText(texts.friends.incoming_empty_title)).toBeVisible();

  await jonas.page.goto("/friends");
  await jonas.page.getByRole("link", { name: "Anna Berger" }).click();
  await expect(jonas.page.getByRole("heading", { name: "Anna Berger" })).toBeVisible();
  await jonas.page.getByRole("article").getByRole("link").last().click();
  await expect(jonas.page.getByText("Nur für Freunde").first()).toBeVisible();
  const picture = await jonas.page.locator("main img.photo-image").first().getAttribute("src");
  expect(picture).toMatch(/^\/media\//);
  const loaded = await jonas.context.request.get(picture ?? "");
  expect(loaded.status()).toBe(200);

  await page.goto("/friends");
  await menu(page, "Jonas Weber");
  await page.getByRole("button", { name: fill(texts.friends.remove_named, { name: "Jonas Weber" }) }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Jonas Weber");
  await dialog.getByRole("button", { name: texts.app.cancel }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: fill(texts.friends.remove_named, { name: "Jonas Weber" }) }).click();
  await dialog.getByRole("button", { name: texts.friends.remove, exact: true }).click();
  await expectStatus(page, texts.friends.removed);
  await expect(page.getByText(texts.friends.empty_title)).toBeVisible();

  const gone = await jonas.page.reload();
  expect(gone?.status()).toBe(403);
  await expect(jonas.page.getByText("Nur für Freunde")).toHaveCount(0);
  const denied = await jonas.context.request.get(picture ?? "");
  expect(denied.status()).toBe(403);
  const kept = await jonas.context.request.get(picture ?? "", { headers: { "if-none-match": loaded.headers().etag ?? "" } });
  expect(kept.status(), "not even that it has not changed").toBe(403);
  await jonas.page.goto(`/friends/${anna.userId}`);
  await expect(jonas.page.getByText(texts.friends.no_entries)).toBeVisible();
  await expect(jonas.page.getByRole("button", { name: fill(texts.friends.ask_named, { name: "Anna Berger" }) })).toBeVisible();
});

test("a decline stays silent, and a withdrawn request is gone", async ({ page, context, site, anna, newcomer }) => {
  const jonas = await newcomer();
  await ask(jonas.context, site, anna.userId);
  await page.goto("/friends?tab=incoming");
  await page.getByRole("button", { name: fill(texts.friends.decline_named, { name: "Jonas Weber" }) }).click();
  await expectStatus(page, texts.friends.declined);
  await expect(page.getByText(texts.friends.incoming_empty_title)).toBeVisible();

  await jonas.page.goto("/friends?tab=outgoing");
  await expect(jonas.page.getByText(texts.friends.pending, { exact: true })).toBeVisible();
  await expectAccessible(jonas.page);
  await jonas.page.getByRole("button", { name: fill(texts.friends.withdraw_named, { name: "Anna Berger" }) }).click();
  await expectStatus(jonas.page, texts.friends.withdrawn);
  await expect(jonas.page.getByText(texts.friends.outgoing_empty_title)).toBeVisible();
  await ask(jonas.context, site, anna.userId);
  await page.reload();
  await expect(page.getByText(texts.friends.incoming_empty_title), "not again for thirty days").toBeVisible();
  expect(await (await context.request.get("/api/friends")).json()).toEqual([]);
});

test("requests that meet make friends, and an answered one says so", async ({ page, context, site, anna, newcomer }) => {
  const jonas = await newcomer();
  await page.goto(`/friends/${jonas.userId}`);
  const asks = page.getByRole("button", { name: fill(texts.friends.ask_named, { name: "Jonas Weber" }) });
  await expect(asks).toBeEnabled();
  // He asks while her page is open.
  const id = await ask(jonas.context, site, anna.userId);
  await asks.click();
  await expect(page.getByText("Befreundet seit")).toBeVisible();
  await jonas.page.goto("/friends");
  await expect(jonas.page.getByRole("link", { name: "Anna Berger" })).toBeVisible();
  const answered = await context.request.put(`/api/friend-requests/${id}/accept`, { headers: { origin: site.origin } });
  expect(answered.status()).toBe(404);
});

test("the address has the query, and nobody is found by a part of a name", async ({ page, anna, newcomer }) => {
  const jonas = await newcomer();
  await find(page, "jonas");
  await expect(page.getByRole("alert").filter({ hasText: texts.errors.person_not_found })).toBeVisible();
  await expectAccessible(page);
  await find(page, jonas.email.toUpperCase());
  await expect(page.getByRole("link", { name: "Jonas Weber" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("link", { name: "Jonas Weber" })).toBeVisible();
  await expectAccessible(page);
  await find(page, anna.email);
  await expect(page.getByText(texts.friends.oneself)).toBeVisible();
  await page.getByLabel(texts.friends.find_label).fill("");
  await page.getByRole("button", { name: texts.friends.find_button }).click();
  await expect(page, "an empty field asks for nothing").toHaveURL(/q=anna/);
});

test("a person's page answers a request, shows entries as cards, and is missing for nobody in particular", async ({ page, context, site, anna, newcomer }) => {
  const jonas = await newcomer();
  await write(jonas.context, site, { text: "Für alle", visibility: "public", images: [image()] });
  await page.goto(`/friends/${jonas.userId}`);
  await expect(page.getByText("Für alle")).toBeVisible();
  await expectAccessible(page);
  await ask(jonas.context, site, anna.userId);
  await page.reload();
  await expect(page.getByText(texts.friends.asks_you)).toBeVisible();
  await page.getByRole("button", { name: fill(texts.friends.accept_named, { name: "Jonas Weber" }) }).click();
  await expect(page.getByText("Befreundet seit")).toBeVisible();
  await expectAccessible(page);
  const own = await page.goto(`/friends/${anna.userId}`);
  expect(own?.url()).toContain("/dashboard");
  const missing = await page.goto("/friends/01935f5e-6d5c-7000-8000-000000000001");
  expect(missing?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: texts.errors.person_not_found })).toBeVisible();
  await expectAccessible(page);
  expect((await context.request.get("/api/friends")).status()).toBe(200);
});

test("every tab is readable on a phone and on a desk, in the light and in the dark", async ({ page, context, site, anna, newcomer, browser }) => {
  // Eleven people, and each of ten views with all its rules.
  test.slow();
  const jonas = await newcomer();
  await ask(jonas.context, site, anna.userId);
  const others: BrowserContext[] = [];
  for (const name of ["Mia", "Ägidius", "Lena", "Karl", "Nora", "Otto", "Paula", "Rosa"]) {
    const other = await browser.newContext({ baseURL: site.origin });
    others.push(other);
    const person = await register(other, site, name, name === "Rosa" ? "Donaudampfschifffahrtsgesellschaftskapitänin" : "Kraus");
    await befriend(context, other, site, person.userId);
  }
  const last = await browser.newContext({ baseURL: site.origin });
  others.push(last);
  await ask(context, site, (await register(last, site, "Emil", "Vogt")).userId);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of ["/friends", `/friends?tab=find&q=${jonas.email}`, "/friends?tab=incoming", "/friends?tab=outgoing", `/friends/${jonas.userId}`]) {
      await page.goto(path);
      await expectAccessible(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(wide, path).toBeLessThanOrEqual(0);
      const small = await page.locator("main a:visible, main button:visible").evaluateAll((targets) => {
        const high = (target: Element) => target.getBoundingClientRect().height;
        return targets.filter((target) => high(target) < 43.5).map((target) => `${target.textContent} ${high(target)}`);
      });
      expect(small, path).toEqual([]);
    }
  }
  await page.goto("/friends");
  const names = page.locator("#people .person-name");
  await expect(names.first()).toHaveText("Ägidius Kraus");
  await page.getByLabel(texts.friends.filter).fill("kra no");
  await expect(page.locator("#people > li:visible")).toHaveCount(1);
  await page.getByLabel(texts.friends.filter).fill("zzz");
  await expect(page.getByText(texts.friends.filter_none)).toBeVisible();
  for (const other of others) await other.close();
});

test("asking somebody who has asked meanwhile makes both friends", async ({ page, site, anna, newcomer }) => {
  const jonas = await newcomer();
  await find(page, jonas.email);
  const button = page.getByRole("button", { name: fill(texts.friends.ask_named, { name: "Jonas Weber" }) });
  await expect(button).toBeEnabled();
  await ask(jonas.context, site, anna.userId);
  await button.click();
  await expectStatus(page, texts.friends.met);
  await expect(page.getByText(texts.friends.friend, { exact: true }).first()).toBeVisible();
});

test("requests, answers and pages are for people who are signed in", async ({ page, context, site, anna }) => {
  await context.clearCookies();
  const response = await page.goto("/friends");
  expect(response?.status()).toBe(401);
  expect((await context.request.get("/api/friends")).status()).toBe(401);
  const asked = await context.request.post("/api/friend-requests", { headers: { origin: site.origin }, data: { userId: anna.userId } });
  expect(asked.status()).toBe(401);
});
