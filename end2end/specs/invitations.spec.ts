import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { mailedLink, mailTo } from "../support/mail.ts";
import { photo } from "../support/pages.ts";
import { newEmail, write } from "../support/person.ts";
import { fill, texts } from "../support/texts.ts";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";

const toasted = (page: Page, text: string) => expect(page.locator(".toast-title", { hasText: text })).toBeVisible();
const told = (page: Page, text: string) => expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();
const link = (mail: string, path: string) => mail.match(new RegExp(`https?://\\S+${path}\\S+`))?.[0] ?? "";

const unsure = fill(texts.friends.unconfirmed, { name: "Lea Klein" });

async function openTab(page: Page) {
  await page.goto("/friends?tab=invitations");
}

async function openMailForm(page: Page) {
  await page.getByText(texts.invitations.send_title).click();
}

async function openMenu(page: Page, name: string) {
  await page.getByRole("button", { name: fill(texts.people.more, { name }) }).click();
}

async function register(guest: Page, address: string, email: string) {
  await guest.goto(address);
  await fillIn(guest, email);
}

async function fillIn(guest: Page, email: string) {
  const dialog = guest.getByRole("dialog");
  await dialog.getByLabel(texts.sign_in.first_name).fill("Lea");
  await dialog.getByLabel(texts.sign_in.last_name).fill("Klein");
  await dialog.getByLabel(texts.sign_in.email).fill(email);
  await dialog.getByLabel(texts.sign_in.password, { exact: true }).fill("abendlicht 7");
  await dialog.getByRole("button", { name: texts.sign_in.register_button }).click();
  await expect(guest.getByRole("heading", { level: 1 })).toContainText("Lea");
}

test("an invitation by mail brings somebody in, and the list says who", async ({ anna: _, page, browser, site }) => {
  await openTab(page);
  await expect(page.getByText(fill(texts.invitations.left, { n: 3 }))).toBeVisible();
  await expectAccessible(page);
  const email = newEmail("lea");
  await openMailForm(page);
  await page.getByRole("button", { name: texts.invitations.send, exact: true }).click();
  await expect(page.getByRole("alert")).toContainText(texts.errors.invalid_email);
  await page.getByLabel(texts.invitations.email).fill(email);
  await page.getByLabel(texts.invitations.message).fill("Komm doch auch! https://evil.example");
  await expect(page.getByText(fill(texts.invitations.counter, { n: 36, max: 500 }))).toBeVisible();
  await page.getByRole("button", { name: texts.invitations.send, exact: true }).click();
  await told(page, texts.invitations.sent);
  await expect(page.getByText(fill(texts.invitations.left, { n: 2 }))).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: email }).first()).toContainText("Gesendet am");
  await expectAccessible(page);

  const mail = await mailTo(site, email);
  expect(mail).toContain("Anna Berger");
  expect(mail).toContain("> Komm doch auch! https: / /evil. example");
  const context = await browser.newContext({ baseURL: site.origin, locale: "de-DE" });
  const guest = await context.newPage();
  await register(guest, link(mail, "/\\?invite="), email);

  await openTab(page);
  const row = page.getByRole("listitem").filter({ hasText: "Lea Klein" });
  await expect(row).toContainText("Angenommen am");
  await expect(row).toContainText(texts.friends.pending);
  await expect(row).not.toContainText(unsure);
  await guest.goto("/settings#credentials");
  await expect(guest.getByText(texts.credentials.confirmed, { exact: true })).toBeVisible();
  await guest.goto("/friends?tab=incoming");
  await guest.getByRole("button", { name: fill(texts.friends.accept_named, { name: "Anna Berger" }) }).click();
  await told(guest, texts.friends.accepted);
  await context.close();
  await openTab(page);
  await expect(row).not.toContainText(texts.friends.pending);
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Lea Klein");
});

test("what the mail proves outlives the skip link and a button that is pressed before the dialog's script is there", async ({ anna: _, page, browser, context, site }) => {
  const email = newEmail("lea");
  const sent = await context.request.post("/api/friend-invitations", { headers: { origin: site.origin }, data: { email } });
  expect(sent.status()).toBe(201);
  const address = link(await mailTo(site, email), "/\\?invite=");
  const [invite = "", proof = ""] = address.split("#proof=");
  const guests = await browser.newContext({ baseURL: site.origin, locale: "de-DE" });
  const guest = await guests.newPage();
  const asked: string[] = [];
  guest.on("request", (request) => asked.push(`${request.url()} ${request.headers().referer}`));
  // The first one never comes.
  await guest.route(/\/sign-in-dialog-[\w-]+\.js$/, () => {}, { times: 1 });
  const first = guest.waitForRequest(/\/sign-in-dialog-[\w-]+\.js$/);
  await guest.goto(address, { waitUntil: "domcontentloaded" });
  await expect(guest).toHaveURL(invite);
  await guest.locator(".skip-link").press("Enter");
  await expect(guest).toHaveURL(`${invite}#content`);
  await first;
  await guest.locator(".sign-in-form button[name=register]").first().press("Enter");
  await expect(guest).toHaveURL(/register=1/);
  await fillIn(guest, email);
  await guest.goto("/settings#credentials");
  await expect(guest.getByText(texts.credentials.confirmed, { exact: true })).toBeVisible();
  expect(await guest.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]))).not.toContain(proof);
  expect(asked.filter((request) => request.includes(proof))).toEqual([]);
  await guests.close();
  await openTab(page);
  await expect(page.getByRole("listitem").filter({ hasText: "Lea Klein" })).not.toContainText(unsure);
});

test("registering with the code alone asks to confirm the address, and then about the friendship", async ({ anna: _, page, browser, context, site }) => {
  const email = newEmail("lea");
  const sent = await context.request.post("/api/friend-invitations", { headers: { origin: site.origin }, data: { email } });
  expect(sent.status()).toBe(201);
  const [code = ""] = link(await mailTo(site, email), "/\\?invite=").split("#");
  const guests = await browser.newContext({ baseURL: site.origin, locale: "de-DE" });
  const guest = await guests.newPage();
  await register(guest, code, email);

  await openTab(page);
  const row = page.getByRole("listitem").filter({ hasText: "Lea Klein" });
  await expect(row).toContainText("Angenommen am");
  await expect(row).toContainText(unsure);
  await expect(row).not.toContainText(texts.friends.pending);
  await expectAccessible(page);
  // Somebody who got the code from another person could name this address, too. She confirms that it is hers.
  await guest.goto("/settings#credentials");
  await guest.getByRole("button", { name: texts.credentials.send }).click();
  await told(guest, texts.credentials.confirm_sent);
  await guest.goto(await mailedLink(site, email));
  await guest.getByRole("button", { name: texts.action.verify_button }).click();
  await expect(guest).toHaveURL(/\/settings#form-confirm-email$/);
  await guests.close();
  await openTab(page);
  await expect(row).toContainText(texts.friends.pending);
  await expect(row).not.toContainText(unsure);
});

test("an invitation is withdrawn after a question, its link is over, and a code is free again", async ({ anna: _, page, browser, site }) => {
  await openTab(page);
  const email = newEmail("ben");
  await openMailForm(page);
  await page.getByLabel(texts.invitations.email).fill(email);
  await page.getByRole("button", { name: texts.invitations.send, exact: true }).click();
  await told(page, texts.invitations.sent);
  await page.getByRole("button", { name: fill(texts.invitations.withdraw_named, { email }) }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: texts.invitations.withdraw }).click();
  await told(page, texts.invitations.withdrawn_toast);
  await expect(page.getByText(fill(texts.invitations.left, { n: 3 }))).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: email }).first()).toContainText("Zurückgenommen am");

  await openMailForm(page);
  await page.getByLabel(texts.invitations.email).fill(email);
  await page.getByRole("button", { name: texts.invitations.send, exact: true }).click();
  await expect(page.getByRole("alert")).toContainText(texts.errors.invitation_not_now);
  await expect(page.getByLabel(texts.invitations.email)).toHaveValue(email);

  const mail = await mailTo(site, email);
  const context = await browser.newContext({ baseURL: site.origin, locale: "de-DE" });
  const guest = await context.newPage();
  await guest.goto(link(mail, "/stop-invitations"));
  await expectAccessible(guest);
  await guest.getByRole("button", { name: texts.invitations.stop_button }).click();
  await told(guest, texts.invitations.stop_done);
  await context.close();
});

test("a free code is copied, and who registers with it is asked about its owner, who is asked in turn", async ({ anna: _, page, browser, context, site }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openTab(page);
  const shown = (await page.locator(".invite-link-address").textContent()) ?? "";
  const code = shown.split("invite=").at(-1) ?? "";
  await page.getByRole("button", { name: `${texts.invitations.copy}: ${code}` }).click();
  await toasted(page, texts.invitations.copied);
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toContain(`/?invite=${code}`);

  const guests = await browser.newContext({ baseURL: site.origin, locale: "de-DE" });
  const guest = await guests.newPage();
  await register(guest, address, newEmail("lea"));
  await expect(guest.getByRole("heading", { name: fill(texts.friends.inviter_title, { name: "Anna" }) })).toBeVisible();
  await expectAccessible(guest);
  await guest.getByRole("button", { name: texts.friends.inviter_yes }).click();
  await told(guest, texts.friends.sent);
  await expect(guest.getByRole("button", { name: texts.friends.inviter_yes })).toHaveCount(0);
  await page.goto("/friends");
  await expect(page.getByText(texts.friends.empty_title)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: fill(texts.friends.accept_named, { name: "Lea Klein" }) }).click();
  await told(page, texts.friends.accepted);
  await guest.goto("/friends");
  await expect(guest.getByRole("link", { name: /Anna Berger/ })).toBeVisible();
  await guests.close();
});

test("inviting somebody with an account leads to a friend request", async ({ anna: _, newcomer, page }) => {
  const jonas = await newcomer();
  await openTab(page);
  await openMailForm(page);
  await page.getByLabel(texts.invitations.email).fill(jonas.email);
  await page.getByRole("button", { name: texts.invitations.send, exact: true }).click();
  await expect(page).toHaveURL(/tab=find&q=/);
  await expect(page.getByRole("link", { name: /Jonas Weber/ })).toBeVisible();
});

test("the tab is readable on a phone and on a desk, in the light and in the dark", async ({ anna: _, page, context, site }) => {
  const sent: string[] = [];
  for (const name of ["ben", "donaudampfschifffahrtskapitaenin"]) {
    const data = { email: newEmail(name), message: "Komm doch auch!" };
    const response = await context.request.post("/api/friend-invitations", { headers: { origin: site.origin }, data });
    expect(response.status()).toBe(201);
    sent.push((await response.json()).id);
  }
  const withdrawn = await context.request.delete(`/api/friend-invitations/${sent[0]}`, { headers: { origin: site.origin } });
  expect(withdrawn.status()).toBe(204);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await openTab(page);
    await page.getByText(fill(texts.invitations.codes_other, { n: 2 })).click();
    await expectAccessible(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide, `at ${width}`).toBeLessThanOrEqual(0);
    const targets = page.locator(["a", "button", "summary", "input", "textarea"].map((kind) => `main ${kind}:visible`).join());
    const small = await targets.evaluateAll((all) => {
      const high = (target: Element) => target.getBoundingClientRect().height;
      return all.filter((target) => high(target) < 43.5).map((target) => `${target.textContent} ${high(target)}`);
    });
    expect(small, `at ${width}`).toEqual([]);
    expect(await targets.count()).toBeGreaterThan(8);
  }
});

test("a block makes both vanish at once, pictures included, and is ended in the settings", async ({ anna, newcomer, page, site }) => {
  const jonas = await newcomer();
  const buffer = await readFile(photo("rocket.jpg"));
  const images = [{ name: "rocket.jpg", mimeType: "image/jpeg", buffer }];
  const entry = await write(jonas.context, site, { text: "Ein öffentlicher Tag", visibility: "public", images });
  await page.goto(`/entry/${entry.id}`);
  await openMenu(page, "Jonas Weber");
  await expectAccessible(page);
  await page.getByRole("button", { name: texts.people.block }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Jonas Weber blockieren?");
  await question.getByRole("button", { name: texts.people.block }).click();
  await told(page, texts.people.blocked);

  expect((await page.goto(`/entry/${entry.id}`))?.status()).toBe(403);
  expect((await page.request.get(entry.imageUrls[0])).status()).toBe(403);
  expect((await jonas.page.goto(`/friends/${anna.userId}`))?.status()).toBe(404);
  await page.goto("/settings#blocks");
  const reported = fill(texts.report.title_person, { name: "Jonas Weber" });
  await page.getByRole("link", { name: reported }).click();
  await expect(page.getByRole("heading", { name: reported })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(texts.report.reason_harassment).check();
  await page.getByRole("button", { name: texts.report.send }).click();
  await told(page, texts.report.sent);
  expect(await site.command("reports")).toContain(jonas.userId);
  await expect(page).toHaveURL(/settings#form-report$/);
  await page.getByRole("button", { name: fill(texts.people.unblock_named, { name: "Jonas Weber" }) }).click();
  await told(page, texts.people.unblocked);
  await expect(page.getByText(texts.people.blocked_none)).toBeVisible();
  expect((await page.request.get(entry.imageUrls[0])).status()).toBe(200);
});

test("a report asks for a reason and reaches the operator's command", async ({ anna: _, newcomer, page, site }) => {
  const jonas = await newcomer();
  await page.goto(`/friends/${jonas.userId}`);
  await openMenu(page, "Jonas Weber");
  await page.getByRole("link", { name: texts.report.open }).click();
  const dialog = page.getByRole("region", { name: fill(texts.report.title_person, { name: "Jonas Weber" }) });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: texts.report.send }).click();
  await expect(dialog.getByRole("alert")).toContainText(texts.errors.report_reason);
  await expectAccessible(page);
  await dialog.getByLabel(texts.report.reason_spam).check();
  await dialog.getByLabel(texts.report.words).fill("Er schickt mir Werbung.");
  await dialog.getByRole("button", { name: texts.report.send }).click();
  await told(page, texts.report.sent);
  await expect(dialog).toBeHidden();
  const said = await site.command("reports");
  expect(said).toContain(jonas.userId);
  expect(said).toContain("| Er schickt mir Werbung.");
});
