import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { editorReady, entryText, saveButton, signIn } from "../support/pages.ts";
import { write } from "../support/person.ts";
import { texts } from "../support/texts.ts";

const { conflict, draft, save_line } = texts.editor;
const line = (page: Page) => page.locator("[data-save-line]");
const onDevice = (page: Page) => expect(line(page)).toContainText(save_line.local);
const choose = (page: Page, name: string) => page.locator("dialog[open]").getByRole("button", { name }).click();

/** Opens the page in front of other tabs, since the browser does not paint a hidden one. */
async function open(page: Page, path: string) {
  await page.bringToFront();
  await page.goto(path);
  await editorReady(page);
}

async function today(page: Page): Promise<{ id: string; text: string } | null> {
  return (await page.request.get("/api/entries/today")).json();
}

/** The next save reaches the server, and its answer gets lost. */
async function loseAnswer(context: BrowserContext) {
  let lost = false;
  await context.route(/\/api\/entries(\/[\w-]+)?$/, async (route) => {
    if (lost || route.request().method() === "GET") return route.fallback();
    lost = true;
    await route.fetch();
    await route.abort("connectionreset");
  });
}

test("two tabs begin the same day, and both texts are in it", async ({ page, context, anna }) => {
  const other = await context.newPage();
  await open(page, "/create");
  await open(other, "/create");
  await entryText(page).fill(`Vom ersten Fenster, ${anna.firstName}`);
  await entryText(other).fill("Vom zweiten Fenster");
  await Promise.all([onDevice(page), onDevice(other)]);
  await saveButton(other).click();
  await other.waitForURL("**/dashboard");
  await page.bringToFront();
  await saveButton(page).click();
  await choose(page, conflict.merge);
  await entryText(page).press("End");
  await saveButton(page).click();
  await expect(line(page)).toContainText("Gespeichert");
  const text = (await today(page))?.text ?? "";
  expect(text).toContain("Vom ersten Fenster");
  expect(text).toContain("Vom zweiten Fenster");
});

test("an answer that is lost, words that come meanwhile, and a killed tab", async ({ page, context, anna }) => {
  await open(page, "/create");
  await entryText(page).fill(`Erster Satz von ${anna.firstName}`);
  await loseAnswer(context);
  await saveButton(page).click();
  await expect(line(page)).toContainText(save_line.queued);
  await context.setOffline(true);
  await entryText(page).press("ControlOrMeta+End");
  await entryText(page).pressSequentially(" und mehr");
  await page.waitForTimeout(600);
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto("/dashboard");
  await expect.poll(async () => (await today(next))?.text).toBe(`Erster Satz von ${anna.firstName} und mehr`);
  expect((await (await next.request.get("/api/entries")).json()).length).toBe(1);
});

test("the session ends while somebody types, and the page is loaded again signed out", async ({ page, context, anna }) => {
  await open(page, "/create");
  await entryText(page).fill("Vor dem Abmelden");
  await context.clearCookies({ name: "session" });
  await entryText(page).pressSequentially(" und danach");
  await page.reload();
  await expect(page.locator("entry-form")).toHaveCount(0);
  await signIn(page, anna);
  await expect(page.getByRole("button", { name: texts.menu.open })).toBeVisible();
  await open(page, "/create");
  await expect(entryText(page)).toHaveValue("Vor dem Abmelden und danach");
});

test("typed and left at once, then back and forward", async ({ page, anna }) => {
  await open(page, "/create");
  await entryText(page).fill(`Sofort weg, ${anna.firstName}`);
  await page.goto("/dashboard");
  await page.goBack();
  await editorReady(page);
  await expect(entryText(page)).toHaveValue(`Sofort weg, ${anna.firstName}`);
  await entryText(page).press("ControlOrMeta+End");
  await entryText(page).pressSequentially("!");
  await page.goForward();
  await page.goBack();
  await editorReady(page);
  await expect(entryText(page)).toHaveValue(`Sofort weg, ${anna.firstName}!`);
});

test("an entry is changed and then deleted elsewhere while its page is in the background", async ({ page, context, site, anna }) => {
  const { id } = await write(context, site, { text: `Ein Tag von ${anna.firstName}` });
  await open(page, `/edit/${id}`);
  await entryText(page).fill("Hier geschrieben");
  await onDevice(page);
  const other = await context.newPage();
  await open(other, `/edit/${id}`);
  await entryText(other).fill("Dort geschrieben");
  await saveButton(other).click();
  await expect(line(other)).toContainText("Gespeichert");
  await page.bringToFront();
  await saveButton(page).click();
  await choose(page, conflict.merge);
  await expect(entryText(page)).toHaveValue("Dort geschrieben\n\nHier geschrieben");
  await page.request.delete(`/api/entries/${id}`, { headers: { origin: site.origin } });
  await saveButton(page).click();
  await expect(page.locator("[data-notice]")).toContainText(texts.editor.kept.gone);
  await page.locator("[data-notice]").getByRole("button", { name: texts.editor.kept.today }).click();
  await editorReady(page);
  await page.getByRole("button", { name: draft.append }).first().click();
  await expect(entryText(page)).toHaveValue(/Dort geschrieben\n\nHier geschrieben/);
});

test("a full disk says so, and the save still arrives", async ({ page, anna }) => {
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...args) {
      if (this.name === "drafts") throw new DOMException("full", "QuotaExceededError");
      return put.apply(this, args);
    };
  });
  await open(page, "/create");
  await entryText(page).fill(`Kein Platz für ${anna.firstName}`);
  await expect(line(page)).toContainText(save_line.full);
  await saveButton(page).click();
  await page.waitForURL("**/dashboard");
  expect((await today(page))?.text).toBe(`Kein Platz für ${anna.firstName}`);
});

test("queued without a connection, deleted elsewhere, and back after the day's end", async ({ page, context, site, anna }) => {
  const { id } = await write(context, site, { text: `Ein Tag von ${anna.firstName}` });
  await open(page, `/edit/${id}`);
  await context.setOffline(true);
  await entryText(page).fill("Im Funkloch");
  await saveButton(page).click();
  await expect(line(page)).toContainText(save_line.queued);
  await page.close();
  await context.setOffline(false);
  await context.request.delete(`${site.origin}/api/entries/${id}`, { headers: { origin: site.origin } });
  await site.advance({ days: 1 });
  try {
    const next = await context.newPage();
    await next.goto("/dashboard");
    await next.getByRole("link", { name: texts.toast.outbox.open }).click();
    await expect(next.getByText("Im Funkloch").first()).toBeVisible();
  } finally {
    await site.advance({ days: -1 });
  }
});

test("an answer and a text typed in the last moment of the page", async ({ page, context, site, anna }) => {
  const { id } = await write(context, site, { text: `Ein Tag von ${anna.firstName}` });
  await open(page, `/edit/${id}`);
  await page.locator("details:has(r-island[name=reflection]) > summary").click();
  await page.locator(".reflection-field").first().fill("Noch schnell");
  await page.goto("about:blank");
  await open(page, `/edit/${id}`);
  await expect(page.locator(".reflection-field").first()).toHaveValue("Noch schnell");
});

test("the day ends between typing and a reload of the new entry", async ({ page, site, anna }) => {
  await open(page, "/create");
  const date = await page.locator("entry-form").getAttribute("data-date");
  await entryText(page).fill(`Gestern begonnen, ${anna.firstName}`);
  await onDevice(page);
  await site.advance({ days: 1 });
  try {
    await page.reload();
    await editorReady(page);
    await page.locator("[data-notice] button").first().click();
    await expect.poll(async () => (await (await page.request.get("/api/entries")).json()).map((e: { date: string }) => e.date)).toEqual([date]);
  } finally {
    await site.advance({ days: -1 });
  }
});

test("the page is loaded again while its save is on the way", async ({ page, context, anna }) => {
  await open(page, "/create");
  await entryText(page).fill(`Unterwegs, ${anna.firstName}`);
  let held = false;
  const there = new Promise<void>((done) =>
    context.route(/\/api\/entries$/, async (route) => {
      if (held || route.request().method() === "GET") return route.fallback();
      held = true;
      // The request arrives, and its answer is still on the way when the page goes.
      await route.fetch();
      done();
    }),
  );
  await saveButton(page).click();
  await there;
  await page.reload();
  await editorReady(page);
  await expect(entryText(page)).toHaveValue(`Unterwegs, ${anna.firstName}`);
  await entryText(page).press("ControlOrMeta+End");
  await entryText(page).pressSequentially(" und weiter");
  await saveButton(page).click();
  await expect.poll(async () => (await today(page))?.text).toBe(`Unterwegs, ${anna.firstName} und weiter`);
  expect((await (await page.request.get("/api/entries")).json()).length).toBe(1);
});

test("the saved version is chosen, and one's own words are there after a reload", async ({ page, context, site, anna }) => {
  const { id } = await write(context, site, { text: `Ein Tag von ${anna.firstName}` });
  await open(page, `/edit/${id}`);
  await entryText(page).fill("Meine eigenen Worte");
  const form = { text: "Vom Telefon", version: "1", visibility: "private" };
  await page.request.patch(`/api/entries/${id}`, { headers: { origin: site.origin }, multipart: form });
  await saveButton(page).click();
  await choose(page, conflict.keep_theirs);
  await expect(entryText(page)).toHaveValue("Vom Telefon");
  await page.reload();
  await editorReady(page);
  await page.getByRole("button", { name: draft.append }).click();
  await expect(entryText(page)).toHaveValue("Vom Telefon\n\nMeine eigenen Worte");
});

test("two tabs are loaded again after the day's end, and both keep their words", async ({ page, context, site, anna }) => {
  const { id } = await write(context, site, { text: `Ein Tag von ${anna.firstName}` });
  await open(page, `/edit/${id}`);
  await entryText(page).fill("Im ersten Fenster");
  await onDevice(page);
  const other = await context.newPage();
  await open(other, `/edit/${id}`);
  await entryText(other).fill("Im zweiten Fenster");
  await onDevice(other);
  await site.advance({ days: 1 });
  try {
    await other.reload();
    await editorReady(other);
    await page.bringToFront();
    await page.reload();
    await editorReady(page);
    const both = async () => `${await entryText(page).inputValue()} ${await page.locator("[data-notice]").textContent()}`;
    await expect.poll(both).toContain("Im ersten Fenster");
    expect(await both()).toContain("Im zweiten Fenster");
  } finally {
    await site.advance({ days: -1 });
  }
});

test("the day ends while both versions are on the screen", async ({ page, context, site, anna }) => {
  const { id } = await write(context, site, { text: `Ein Tag von ${anna.firstName}` });
  await open(page, `/edit/${id}`);
  await entryText(page).fill("Kurz vor Schluss");
  const form = { text: "Vom Telefon", version: "1", visibility: "private" };
  await page.request.patch(`/api/entries/${id}`, { headers: { origin: site.origin }, multipart: form });
  await saveButton(page).click();
  await page.locator("dialog[open]").waitFor();
  await site.advance({ days: 1 });
  try {
    await choose(page, conflict.keep_mine);
    await expect.poll(async () => (await (await page.request.get(`/api/entries/${id}`)).json()).text).toBe("Kurz vor Schluss");
  } finally {
    await site.advance({ days: -1 });
  }
});

test("a server in trouble, words that go on, and a reload", async ({ page, context, anna }) => {
  await open(page, "/create");
  await entryText(page).fill(`Trotzdem, ${anna.firstName}`);
  await context.route(/\/api\/entries$/, (route) => (route.request().method() === "POST" ? route.fulfill({ status: 503, body: "" }) : route.fallback()));
  await saveButton(page).click();
  await expect(line(page)).toHaveAttribute("data-state", "unclear");
  await entryText(page).press("ControlOrMeta+End");
  await entryText(page).pressSequentially(" weiter");
  await page.reload();
  await editorReady(page);
  await expect(entryText(page)).toHaveValue(`Trotzdem, ${anna.firstName} weiter`);
  await context.unroute(/\/api\/entries$/);
  await saveButton(page).click();
  await expect.poll(async () => (await today(page))?.text).toBe(`Trotzdem, ${anna.firstName} weiter`);
});

test("begun online, written on after the day's end without a connection, sent by the next page", async ({ page, context, site, anna }) => {
  const { id } = await write(context, site, { text: `Ein Tag von ${anna.firstName}` });
  await open(page, `/edit/${id}`);
  await entryText(page).fill("Vor Mitternacht");
  await onDevice(page);
  await site.advance({ days: 1 });
  try {
    await page.reload();
    await editorReady(page);
    await context.setOffline(true);
    await entryText(page).fill("Vor Mitternacht und im Funkloch danach");
    await saveButton(page).click();
    await expect(line(page)).toContainText(save_line.queued);
    await page.close();
    await context.setOffline(false);
    const next = await context.newPage();
    await next.goto("/dashboard");
    await expect.poll(async () => (await (await next.request.get(`/api/entries/${id}`)).json()).text).toContain("im Funkloch danach");
  } finally {
    await site.advance({ days: -1 });
  }
});
