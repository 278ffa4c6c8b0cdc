import type { BrowserContext, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { editorReady } from "../support/pages.ts";
import { type Person, write } from "../support/person.ts";
import type { Site } from "../support/server.ts";
import { texts } from "../support/texts.ts";

const { feed: t, dashboard, card } = texts;

const box = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true });
const cards = (page: Page) => page.getByRole("article");
/** Waits until no request is running. */
const settled = (page: Page) => expect(page.locator(".feed-list[aria-busy=false]")).toBeAttached();
const kept = (page: Page) => page.evaluate(() => localStorage.getItem("feed"));

async function befriend(site: Site, one: BrowserContext, other: BrowserContext, otherOne: Person) {
  const headers = { origin: site.origin };
  const asked = await one.request.post("/api/friend-requests", { headers, data: { userId: otherOne.userId } });
  const { id } = await asked.json();
  expect((await other.request.put(`/api/friend-requests/${id}/accept`, { headers })).ok()).toBe(true);
}

async function dashboardOf(page: Page) {
  await page.goto("/dashboard");
  await expect(page.locator(".feed[data-ready]"), "the module answers").toBeAttached();
}

test("a filter shows its entries without a page load, stays with the browser, and is there in the first paint", async ({ page, context, site, anna, newcomer }) => {
  const jonas = await newcomer();
  await write(context, site, { text: `Von ${anna.firstName} allein` });
  await write(jonas.context, site, { text: "Von Jonas für alle", visibility: "public" });
  await dashboardOf(page);
  await expect(box(page, t.own)).toBeChecked();
  await expect(box(page, t.friends)).not.toBeChecked();
  await expect(box(page, t.public)).not.toBeChecked();
  await expect(cards(page)).toHaveCount(1);

  await page.evaluate(() => document.documentElement.setAttribute("data-same", ""));
  await page.route("**/rpc/feed/page", async (route) => {
    await expect(page.locator(".feed-list .feed-row")).toHaveCount(5);
    await route.continue();
  });
  await box(page, t.public).check();
  await expect(cards(page).filter({ hasText: "Von Jonas für alle" })).toHaveCount(1);
  await expect(page.locator("html[data-same]"), "the page is the same").toBeAttached();
  await expect(page.locator(".feed-list > [role=status]")).not.toBeEmpty();
  expect(await kept(page)).toBe("own.public");

  await box(page, t.own).uncheck();
  await expect(cards(page).filter({ hasText: "allein" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: dashboard.continue }), "whatever the filters").toBeVisible();

  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const [answer] = await Promise.all([page.waitForResponse("**/dashboard"), page.reload()]);
  const first = await answer.text();
  expect(first).toContain("Von Jonas für alle");
  expect(first).not.toContain("allein");
  await page.waitForLoadState("networkidle");
  expect(asked, "nothing is asked for again").not.toContain("/rpc/feed/page");
  await expect(box(page, t.public)).toBeChecked();
  await expect(box(page, t.own)).not.toBeChecked();
});

test("a browser that has lost the cookie is put right by its storage, and a broken one is as at the beginning", async ({ page, context, site, anna }) => {
  await write(context, site, { text: `Von ${anna.firstName}`, visibility: "public" });
  await dashboardOf(page);
  await box(page, t.own).uncheck();
  await expect(page.getByText(t.none_title)).toBeVisible();
  await context.clearCookies({ name: "feed" });
  await dashboardOf(page);
  await expect(page.getByText(t.none_title)).toBeVisible();
  await expect(box(page, t.own)).not.toBeChecked();
  expect((await context.cookies()).find(({ name }) => name === "feed")?.value).toBe("none");

  await page.evaluate(() => localStorage.setItem("feed", "<b>"));
  await context.addCookies([{ name: "feed", value: "%3Cb%3E", url: site.origin }]);
  await dashboardOf(page);
  await expect(box(page, t.own)).toBeChecked();
  await expect(cards(page)).toHaveCount(1);
});

test("both empty states say what to do, folded below the first greeting", async ({ page, anna: _ }) => {
  await dashboardOf(page);
  await expect(page.getByRole("heading", { name: dashboard.empty_title })).toBeHidden();
  await expectAccessible(page);
  await page.getByText(dashboard.first_more, { exact: true }).click();
  await expect(page.getByRole("heading", { name: dashboard.empty_title })).toBeVisible();
  await expect(page.locator(".empty").getByRole("link", { name: dashboard.empty_button })).toHaveAttribute("href", "/create");
  await box(page, t.own).uncheck();
  await expect(page.getByRole("heading", { name: t.none_title })).toBeVisible();
  await expect(page.getByText(t.none_text)).toBeVisible();
  await box(page, t.friends).check();
  await expect(page.getByRole("heading", { name: dashboard.empty_title })).toBeVisible();
  await expect(page.locator(".empty").getByRole("link", { name: dashboard.empty_button })).toBeVisible();
  await expectAccessible(page);
});

test("older entries come below, each once, also when new ones came in between; a lost connection is said", async ({ page, context, site, anna: _, newcomer }) => {
  const jonas = await newcomer();
  await befriend(site, context, jonas.context, jonas);
  for (let day = 1; day <= 43; day++) {
    await write(day % 2 ? context : jonas.context, site, { text: `Tag Nummer ${day}.`, visibility: "friends" });
    await site.advance({ days: 1 });
  }
  await context.addCookies([{ name: "feed", value: "own.friends", url: site.origin }]);
  await dashboardOf(page);
  await expect(cards(page)).toHaveCount(20);
  await write(jonas.context, site, { text: "Gerade eben.", visibility: "friends" });
  const more = page.getByRole("link", { name: dashboard.more });

  await page.route("**/rpc/feed/page", (route) => route.abort());
  await more.click();
  await expect(page.getByText(t.failed).filter({ visible: true }).first()).toBeVisible();
  await page.unroute("**/rpc/feed/page");

  await more.focus();
  const top = () => cards(page).first().evaluate((element) => element.getBoundingClientRect().top);
  const before = await top();
  await page.keyboard.press("Enter");
  await expect(cards(page)).toHaveCount(40);
  await expect(more, "the focus stays").toBeFocused();
  expect(Math.abs((await top()) - before), "nothing jumps").toBeLessThan(2);
  await page.keyboard.press("Enter");
  await expect(cards(page)).toHaveCount(43);
  await expect(more).toHaveCount(0);
  await expect(cards(page).nth(40).locator(".card-link"), "on the first of the new ones").toBeFocused();
  const shown = await cards(page).locator(".card-text").allInnerTexts();
  expect(shown).toEqual(Array.from({ length: 43 }, (_, n) => `Tag Nummer ${43 - n}.`));
});

const opened = (page: Page) => page.locator(".feed[data-ready]");
/** The place of a card in the window. */
const placeOf = (page: Page, words: string) => cards(page).filter({ hasText: words }).evaluate((card) => card.getBoundingClientRect().top);

test("Back from an entry and a reload keep the list and the scroll position", async ({ page, context, site, anna, newcomer }) => {
  const jonas = await newcomer();
  await befriend(site, context, jonas.context, jonas);
  const written = [];
  for (let day = 1; day <= 50; day++) {
    written.push(await write(day % 2 ? context : jonas.context, site, { text: `Tag Nummer ${day}.`, visibility: "friends" }));
    await site.advance({ days: 1 });
  }
  await context.addCookies([{ name: "feed", value: "own.friends", url: site.origin }]);
  await dashboardOf(page);
  const more = page.getByRole("link", { name: dashboard.more });
  for (const count of [40, 50]) {
    await more.click();
    await expect(cards(page)).toHaveCount(count);
  }
  const words = "Tag Nummer 12.";
  const card = cards(page).filter({ hasText: words });
  await card.scrollIntoViewIfNeeded();
  const place = await placeOf(page, words);
  const isThere = () => expect.poll(async () => Math.abs((await placeOf(page, words)) - place)).toBeLessThan(4);

  await card.locator(".card-link").click();
  await page.waitForURL("**/entry/*");
  await page.goBack();
  await expect(opened(page)).toBeAttached();
  await expect(cards(page)).toHaveCount(50);
  await isThere();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(anna.firstName);
  await expect(box(page, t.friends)).toBeChecked();
  await expect(more, "that was all").toHaveCount(0);

  await page.reload();
  await expect(cards(page)).toHaveCount(50);
  await isThere();

  // Entries that one may no longer read are gone, and so are deleted ones.
  await card.locator(".card-link").click();
  await page.waitForURL("**/entry/*");
  const headers = { origin: site.origin };
  expect((await context.request.delete(`/api/friends/${jonas.userId}`, { headers })).ok()).toBe(true);
  expect((await context.request.delete(`/api/entries/${written[0]?.id}`, { headers })).ok()).toBe(true);
  await page.goBack();
  await expect(opened(page)).toBeAttached();
  await expect(cards(page)).toHaveCount(24);
  await expect(cards(page).filter({ hasText: words })).toHaveCount(0);

  // Another choice is another list, from its beginning.
  await box(page, t.friends).uncheck();
  await settled(page);
  await expect(page).toHaveURL("/dashboard");
  await expect(cards(page)).toHaveCount(20);
});

test("after a sign-out in another tab no way back leads to the list", async ({ page, context, site, anna: _ }) => {
  for (let day = 1; day <= 22; day++) {
    await write(context, site, { text: `Tag Nummer ${day}.` });
    await site.advance({ days: 1 });
  }
  await dashboardOf(page);
  await page.getByRole("link", { name: dashboard.more }).click();
  await expect(cards(page)).toHaveCount(22);
  await cards(page).last().locator(".card-link").click();
  await page.waitForURL("**/entry/*");
  const other = await context.newPage();
  await dashboardOf(other);
  await other.getByRole("button", { name: texts.menu.open }).click();
  await other.getByRole("button", { name: texts.menu.logout }).click();
  await page.waitForURL((url) => url.pathname === "/");
  for (let step = 0; step < 2; step++) {
    await page.goBack();
    await expect(page.getByText("Tag Nummer")).toHaveCount(0);
    await expect(cards(page)).toHaveCount(0);
  }
  expect(new URL(page.url()).search).toContain("until=");
});

test("a line at the end of the list says so and has the focus; a full list continues on another page", async ({ page, context, site, anna: _ }) => {
  const written = [];
  for (let day = 1; day <= 21; day++) {
    written.push(await write(context, site, { text: `Tag Nummer ${day}.` }));
    await site.advance({ days: 1 });
  }
  await dashboardOf(page);
  const more = page.getByRole("link", { name: dashboard.more });
  const next = { cursor: "x", href: await more.getAttribute("href") };
  const full = { html: "", count: 180, next, until: null };
  const answers = [{ ...full, count: 0 }, full];
  await page.route("**/rpc/feed/page", (route) => route.fulfill({ json: answers.shift() }), { times: 2 });
  await more.click();
  await expect(page.locator(".feed-gap")).toHaveText(t.gap);
  await more.click();
  await expect(page.locator(".feed-list > [role=status]")).toContainText("180");
  await more.click();
  await page.waitForURL("**/dashboard?before=*");
  await expect(cards(page)).toHaveCount(1);

  await dashboardOf(page);
  expect((await context.request.delete(`/api/entries/${written[0]?.id}`, { headers: { origin: site.origin } })).ok()).toBe(true);
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(t.end)).toBeFocused();
  await expect(more).toHaveCount(0);
  await expect(cards(page)).toHaveCount(20);
  await expectAccessible(page);
});

test("filters that are chosen among older entries lead to the newest, under their own head", async ({ page, context, site, anna, newcomer }) => {
  const jonas = await newcomer();
  await write(context, site, { text: `Von ${anna.firstName}` });
  // Other tests write for everybody as well.
  const words = `Von Jonas für alle ${anna.userId}`;
  await write(jonas.context, site, { text: words, visibility: "public" });
  const place = Buffer.from(`${Date.UTC(2100, 0)} ${anna.userId}`).toString("base64url");
  await page.goto(`/dashboard?before=${place}&feed=own`);
  await expect(page.locator(".feed[data-ready]")).toBeAttached();
  await expect(page.getByRole("heading", { level: 1, name: dashboard.more })).toBeVisible();
  await box(page, t.public).check();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(anna.firstName);
  await expect(box(page, t.public)).toBeChecked();
  await expect(cards(page).filter({ hasText: words })).toHaveCount(1);
});

test("a choice counts also where the address named other filters", async ({ page, anna: _ }) => {
  await page.goto("/dashboard?feed=own");
  await expect(page.locator(".feed[data-ready]")).toBeAttached();
  await box(page, t.public).check();
  await expect(page).toHaveURL("/dashboard");
  await settled(page);
  await page.reload();
  await expect(box(page, t.public)).toBeChecked();
  expect(await kept(page)).toBe("own.public");
});

test("an ended session is announced before the page to sign in comes", async ({ page, context, site, anna }) => {
  await write(context, site, { text: `Von ${anna.firstName}` });
  await dashboardOf(page);
  await context.clearCookies();
  // The notice is visible for half a second only, so the page itself notes that it was there.
  await page.evaluate((notice) => {
    const look = () => {
      if (document.querySelector(".toast-title")?.textContent?.includes(notice)) localStorage.setItem("told", "yes");
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, texts.app.logging_in_again);
  await box(page, t.public).click();
  await page.waitForURL((url) => url.pathname !== "/dashboard");
  expect(await page.evaluate(() => localStorage.getItem("told"))).toBe("yes");
});

test("a list that cannot be loaded says so and is tried again", async ({ page, context, site, anna }) => {
  await write(context, site, { text: `Von ${anna.firstName}`, visibility: "public" });
  await dashboardOf(page);
  await page.route("**/rpc/feed/page", (route) => route.abort());
  await box(page, t.friends).check();
  await expect(page.getByRole("alert").filter({ hasText: t.failed })).toBeVisible();
  await page.unroute("**/rpc/feed/page");
  await page.getByRole("button", { name: texts.app.retry }).click();
  await expect(cards(page)).toHaveCount(1);
});

test("the last of two quick choices is what is shown", async ({ page, context, site, anna }) => {
  await write(context, site, { text: `Von ${anna.firstName}` });
  await dashboardOf(page);
  let first = true;
  await page.route("**/rpc/feed/page", async (route) => {
    const isFirst = first;
    first = false;
    if (isFirst) await new Promise((done) => setTimeout(done, 800));
    await route.continue();
  });
  await box(page, t.own).uncheck();
  const late = page.waitForResponse((response) => response.url().endsWith("/rpc/feed/page") && response.request().postData()?.includes('"own":false') === true);
  await box(page, t.own).check();
  await expect(cards(page)).toHaveCount(1);
  await late;
  await settled(page);
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByText(t.none_title)).toHaveCount(0);
});

test("a card leads to its entry, to its author, and today's own one to writing; the heart is switched on the card", async ({ page, context, site, anna, newcomer }) => {
  const jonas = await newcomer();
  await befriend(site, context, jonas.context, jonas);
  const theirs = await write(jonas.context, site, { text: "Von Jonas", visibility: "friends" });
  const own = await write(context, site, { text: `Von ${anna.firstName}`, visibility: "public" });
  await context.addCookies([{ name: "feed", value: "own.friends", url: site.origin }]);
  await dashboardOf(page);
  const [mine, jonass] = [cards(page).filter({ hasText: "Von Anna" }), cards(page).filter({ hasText: "Von Jonas" })];
  await expect(mine).toContainText(texts.visibility.public);
  await expect(mine.getByRole("link", { name: card.edit })).toHaveAttribute("href", `/edit/${own.id}`);
  await expect(jonass.getByRole("link", { name: card.edit })).toHaveCount(0);
  await expect(jonass.getByRole("button")).toHaveCount(0);
  await expect(jonass.getByRole("link", { name: "Jonas Weber" })).toHaveAttribute("href", `/friends/${jonas.userId}`);

  const heart = mine.getByRole("button", { name: card.favorite });
  const saved = () => page.waitForResponse((response) => response.url().endsWith("/favorite") && response.ok());
  await Promise.all([saved(), heart.click()]);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await dashboardOf(page);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await page.route("**/favorite", (route) => route.abort());
  await heart.click();
  await expect(page.getByText(texts.form.offline).first()).toBeVisible();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await page.unroute("**/favorite");
  // A card that came later has a heart that answers as well.
  await box(page, t.friends).uncheck();
  await expect(jonass).toHaveCount(0);
  await Promise.all([saved(), heart.click()]);
  await box(page, t.friends).check();
  await expect(heart).toHaveAttribute("aria-pressed", "false");

  await jonass.click();
  await page.waitForURL(`**/entry/${theirs.id}`);
  await page.goto("/dashboard");
  await mine.click({ position: { x: 10, y: 60 } });
  await page.waitForURL(`**/edit/${own.id}`);
  await editorReady(page);
});

test("the filters are a form and older entries a page without script", async ({ browser, site, context, anna, newcomer }) => {
  const jonas = await newcomer();
  await befriend(site, context, jonas.context, jonas);
  await write(context, site, { text: `Von ${anna.firstName}` });
  await write(jonas.context, site, { text: "Von Jonas", visibility: "friends" });
  const plain = await browser.newContext({ baseURL: site.origin, javaScriptEnabled: false, storageState: await context.storageState() });
  const page = await plain.newPage();
  await page.goto("/dashboard");
  await expect(cards(page)).toHaveCount(1);
  await box(page, t.friends).check();
  await page.getByRole("button", { name: t.apply }).click();
  await expect(cards(page)).toHaveCount(2);
  await expect(box(page, t.friends)).toBeChecked();
  const heart = page.getByRole("button", { name: card.favorite });
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect(cards(page), "the list is the same").toHaveCount(2);
  await box(page, t.friends).uncheck();
  await box(page, t.own).uncheck();
  await page.getByRole("button", { name: t.apply }).click();
  await expect(page.getByText(t.none_title)).toBeVisible();
  await plain.close();
});

for (const width of [390, 1280]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`the feed is accessible and fits at ${width} in ${colorScheme}`, async ({ page, context, site, anna, newcomer }) => {
      const jonas = await newcomer();
      await write(jonas.context, site, { text: "Ein Tag am See. ".repeat(20), emojis: "☕😀🌧️", visibility: "public" });
      await write(context, site, { text: `${anna.firstName} schreibt. `.repeat(20), summary: "Kurz gesagt.", emojis: "🌲", visibility: "public" });
      await context.addCookies([{ name: "feed", value: "own.public", url: site.origin }]);
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      await dashboardOf(page);
      if (width === 390) await page.locator(".feed-choose > summary").click();
      await expectAccessible(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(wide).toBeLessThanOrEqual(0);
      for (const target of await page.locator(".feed-filter, .card-heart, .card-author, .card-action").all()) {
        expect((await target.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44);
      }
    });
  }
}
