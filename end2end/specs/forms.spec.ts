import { readFileSync } from "node:fs";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { mailedLink, mailTo } from "../support/mail.ts";
import { openMenu, photo } from "../support/pages.ts";
import { newEmail, write } from "../support/person.ts";
import type { Site } from "../support/server.ts";
import { fill, texts } from "../support/texts.ts";

// Every form of the app is sent without a script, and some with one and no answer. Those of Pro, memories, declarations, the reminder's mail and links with a PIN are walked where they are tested.

const expectStatus = (page: Page, text: string) => expect(page.getByRole("status").filter({ hasText: text }).first()).toBeVisible();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
/** Answers a question. */
const yes = (page: Page, name: string) => page.getByRole("alertdialog").getByRole("button", { name, exact: true }).click();

/** The same person in a browser without scripts. */
async function plainly(browser: Browser, site: Site, context: BrowserContext) {
  const storageState = await context.storageState();
  const plain = await browser.newContext({ baseURL: site.origin, javaScriptEnabled: false, locale: "de-DE", storageState });
  return plain.newPage();
}

test("people find, ask, answer, part, invite, report and block", async ({ context, site, anna, newcomer, browser }) => {
  const jonas = await newcomer();
  const [hers, his] = [await plainly(browser, site, context), await plainly(browser, site, jonas.context)];
  const named = (text: string, name: string) => fill(text, { name });
  await hers.goto("/friends?tab=find");
  await hers.getByLabel(texts.friends.find_label).fill(jonas.email);
  await press(hers, texts.friends.find_button);
  await press(hers, named(texts.friends.ask_named, "Jonas Weber"));
  await expectStatus(hers, texts.friends.sent);
  await hers.goto("/friends?tab=outgoing");
  await press(hers, named(texts.friends.withdraw_named, "Jonas Weber"));
  await expectStatus(hers, texts.friends.withdrawn);
  await hers.goto(`/friends/${jonas.userId}`);
  await press(hers, named(texts.friends.ask_named, "Jonas Weber"));
  await expectStatus(hers, texts.friends.sent);
  await his.goto("/friends?tab=incoming");
  await press(his, named(texts.friends.accept_named, "Anna Berger"));
  await expectStatus(his, texts.friends.accepted);
  await his.goto("/friends");
  await press(his, named(texts.people.more, "Anna Berger"));
  await press(his, named(texts.friends.remove_named, "Anna Berger"));
  await yes(his, texts.friends.remove);
  await expectStatus(his, texts.friends.removed);
  await hers.goto(`/friends/${jonas.userId}`);
  await press(hers, named(texts.friends.ask_named, "Jonas Weber"));
  await his.goto(`/friends/${anna.userId}`);
  await press(his, named(texts.friends.decline_named, "Anna Berger"));
  await expectStatus(his, texts.friends.declined);

  await hers.goto("/friends?tab=invitations");
  const email = newEmail("lea");
  await hers.getByText(texts.invitations.send_title).click();
  await hers.getByLabel(texts.invitations.email).fill(email);
  await hers.getByLabel(texts.invitations.message).fill("Komm doch auch!");
  await press(hers, texts.invitations.send);
  await expectStatus(hers, texts.invitations.sent);
  await hers.getByLabel(texts.invitations.email).fill(email);
  await hers.getByLabel(texts.invitations.message).fill("Noch einmal");
  await press(hers, texts.invitations.send);
  await expect(hers.getByRole("alert")).toHaveText(texts.errors.already_invited);
  await expect(hers.getByLabel(texts.invitations.message), "what was typed is there").toHaveValue("Noch einmal");
  await press(hers, fill(texts.invitations.withdraw_named, { email }));
  await yes(hers, texts.invitations.withdraw);
  await expectStatus(hers, texts.invitations.withdrawn_toast);
  const stop = (await mailTo(site, email)).match(/https?:\/\/\S+\/stop-invitations\S+/)?.[0] ?? "";
  const guest = await (await browser.newContext({ javaScriptEnabled: false, locale: "de-DE" })).newPage();
  await guest.goto(stop);
  await press(guest, texts.invitations.stop_button);
  await expectStatus(guest, texts.invitations.stop_done);
  await guest.context().close();

  const entry = await write(jonas.context, site, { text: "Für alle", visibility: "public" });
  await hers.goto(`/entry/${entry.id}`);
  await press(hers, named(texts.people.more, "Jonas Weber"));
  await hers.getByRole("link", { name: texts.report.open }).click();
  await hers.getByLabel(texts.report.words).fill("Nicht schön");
  await press(hers, texts.report.send);
  await expect(hers.getByRole("alert").first()).toHaveText(texts.errors.report_reason);
  await expect(hers.getByLabel(texts.report.words)).toHaveValue("Nicht schön");
  await hers.getByLabel(texts.report.reason_hate).check();
  await press(hers, texts.report.send);
  await expectStatus(hers, texts.report.sent);
  await press(hers, named(texts.people.more, "Jonas Weber"));
  await press(hers, texts.people.block);
  await yes(hers, texts.people.block);
  await expectStatus(hers, texts.people.blocked);
  await hers.goto("/settings#blocks");
  await press(hers, named(texts.people.unblock_named, "Jonas Weber"));
  await expectStatus(hers, texts.people.unblocked);
  for (const page of [hers, his]) await page.context().close();
});

test("an entry is a favourite, shown to everybody after a question, put back, deleted and restored", async ({ context, site, anna: _, browser }) => {
  const { id } = await write(context, site, { text: "Morgens war Nebel" });
  const page = await plainly(browser, site, context);
  await page.goto(`/entry/${id}`);
  const heart = page.getByRole("button", { name: texts.card.favorite });
  await heart.click();
  await expectStatus(page, texts.settings.saved);
  await expect(heart).toHaveAttribute("aria-pressed", "true");

  await openMenu(page);
  await page.getByRole("button", { name: `${texts.entry.visibility}: ${texts.visibility.private}` }).click();
  await page.getByRole("radio", { name: texts.visibility.public }).check();
  await press(page, texts.profile.save);
  await expect(page.getByRole("alert")).toHaveText(texts.entry.visibility_public_ask);
  expect((await (await context.request.get(`/api/entries/${id}`)).json()).visibility, "not yet").toBe("private");
  await press(page, texts.entry.visibility_public_yes);
  await expectStatus(page, texts.entry.visibility_saved);
  expect((await (await context.request.get(`/api/entries/${id}`)).json()).visibility).toBe("public");

  const changed = await context.request.patch(`/api/entries/${id}`, { headers: { origin: site.origin }, multipart: { text: "Abends" } });
  expect(changed.ok()).toBe(true);
  await page.goto(`/entry/${id}`);
  await page.getByText(texts.editor.versions.title).click();
  await page.getByRole("button", { name: texts.editor.versions.restore }).last().click();
  await expectStatus(page, texts.entry.versions.done);

  const remove = async () => {
    await openMenu(page);
    await press(page, texts.entry.delete);
    await yes(page, texts.entry.delete);
    await expectStatus(page, texts.entry.deleted);
  };
  await remove();
  await press(page, texts.entry.undo);
  await expectStatus(page, texts.bin.restored);
  await remove();
  const second = await write(context, site, { text: "Ein zweiter Text" });
  await page.goto("/bin");
  await press(page, texts.bin.restore);
  await expect(page.getByRole("heading", { name: texts.bin.choice_title })).toBeVisible();
  await press(page, texts.bin.append);
  await expectStatus(page, texts.bin.appended);
  await expect(page).toHaveURL(new RegExp(second.id));
  await page.goto(`/bin/${id}`);
  await press(page, texts.bin.swap);
  await expectStatus(page, texts.bin.restored);
  await page.goto("/bin");
  await press(page, texts.bin.empty);
  await press(page, texts.bin.empty_yes);
  await expectStatus(page, texts.bin.emptied);
  await page.context().close();
});

test("profile and settings are saved, and other devices are signed out", async ({ context, site, newcomer, browser }) => {
  test.slow();
  const person = await newcomer();
  const page = await plainly(browser, site, person.context);
  await page.goto("/profile/edit");
  await page.getByLabel(texts.sign_in.first_name).fill("Jo");
  await page.getByLabel(texts.profile.username).fill("x");
  await press(page, texts.profile.save);
  await expect(page.getByRole("alert")).toContainText(texts.errors.username_invalid);
  await expect(page.getByLabel(texts.sign_in.first_name)).toHaveValue("Jo");
  await page.getByLabel(texts.profile.username).fill(`jo-${Date.now()}`);
  const image = { name: "ich.jpg", mimeType: "image/jpeg", buffer: readFileSync(photo("rocket.jpg")) };
  await page.locator("#profile-image").setInputFiles(image);
  await press(page, texts.profile.save);
  await expectStatus(page, texts.profile.saved);
  await expect(page.locator(".menu-button .avatar img")).toHaveAttribute("src", /^\/media\//);

  await page.goto("/settings#visibility");
  const save = (form: string) => page.locator(`#form-${form}`).getByRole("button", { name: texts.form.save }).click();
  await page.getByRole("radio", { name: texts.visibility.friends }).check();
  await save("default-visibility");
  await expectStatus(page, texts.settings.saved);
  await page.getByLabel(texts.settings.day_end).selectOption("3:30 Uhr");
  await save("day-end");
  await expect(page.getByLabel(texts.settings.day_end)).toHaveValue("210");
  await page.goto("/settings#credentials");
  await press(page, texts.credentials.send);
  await expectStatus(page, texts.credentials.confirm_sent);
  await page.goto(await mailedLink(site, person.email));
  await press(page, texts.action.verify_button);
  await expectStatus(page, texts.action.verify_done);
  await page.goto("/settings#reminders");
  await page.getByLabel(texts.reminders.daily).check();
  await save("reminder");
  await expectStatus(page, texts.settings.saved);
  await page.getByLabel(texts.reminders.friend_news).uncheck();
  await save("friend-mails");
  await expectStatus(page, texts.settings.saved);

  const email = newEmail("neu");
  await page.goto("/settings#credentials");
  await page.getByText(texts.credentials.change_email, { exact: true }).click();
  const change = page.locator("#form-change-email");
  await change.getByLabel(texts.credentials.new_email).fill(email);
  await change.getByLabel(texts.credentials.current_password).fill("geraten");
  await change.getByRole("button").last().click();
  await expect(page.getByRole("alert")).toHaveText(texts.errors.wrong_password);
  await expect(change.getByLabel(texts.credentials.new_email)).toHaveValue(email);
  await expect(change.getByLabel(texts.credentials.current_password), "no answer holds a password").toHaveValue("");
  await page.getByText(texts.credentials.change_password, { exact: true }).first().click();
  const secret = page.locator("#form-change-password");
  await secret.getByLabel(texts.credentials.current_password).fill(person.password);
  await secret.getByLabel(texts.credentials.new_password).fill("morgenlicht 8");
  await secret.getByRole("button").last().click();
  await expectStatus(page, texts.credentials.password_changed);
  expect((await person.context.request.get("/api/auth/user")).status(), "the other browser").toBe(401);
  expect((await page.request.get("/api/auth/user")).status()).toBe(200);
  // After the password, since a new one ends what mails have offered.
  await page.getByText(texts.credentials.change_email, { exact: true }).click();
  await change.getByLabel(texts.credentials.new_email).fill(email);
  await change.getByLabel(texts.credentials.current_password).fill("morgenlicht 8");
  await change.getByRole("button").last().click();
  await expectStatus(page, texts.credentials.change_email_sent);

  const guest = await (await browser.newContext({ baseURL: site.origin, javaScriptEnabled: false, locale: "de-DE" })).newPage();
  const changed = await mailedLink(site, email);
  await guest.goto(changed);
  await press(guest, texts.action.change_button);
  await expect(guest).toHaveURL(/said=changed/);
  await guest.goto("/forgot-password");
  await guest.getByLabel(texts.sign_in.email).fill(email);
  await press(guest, texts.forgot.button);
  await guest.goto(await mailedLink(site, email, changed));
  await guest.getByLabel(texts.credentials.new_password).fill("kurz");
  await press(guest, texts.action.password_button);
  await expect(guest.getByRole("alert")).toHaveText(texts.errors.weak_password);
  await guest.getByLabel(texts.credentials.new_password).fill("abendrot 9");
  await press(guest, texts.action.password_button);
  await expect(guest).toHaveURL(/said=password/);
  for (const one of [guest, page]) await one.context().close();
  expect((await context.request.get("/api/auth/user")).ok()).toBe(false);
});

test("a form without an answer says so in its place, keeps its words, and is sent with the next press", async ({ page, anna, newcomer }) => {
  const jonas = await newcomer();
  const answer = texts.form.answer;
  const failed = async (text: string) => expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible();
  /** Lets a proxy answer posts, or nobody. */
  const proxy = (status?: number) =>
    page.route("**/*", (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      return status ? route.fulfill({ status, contentType: "text/html", body: "<h1>nginx</h1>" }) : route.abort("internetdisconnected");
    });

  await page.goto(`/friends/${jonas.userId}`);
  const ask = fill(texts.friends.ask_named, { name: "Jonas Weber" });
  await proxy();
  await press(page, ask);
  await failed(fill(texts.friends.ask_failed, { message: answer.none }));
  await expectAccessible(page);
  await page.unrouteAll();
  await press(page, ask);
  await expectStatus(page, texts.friends.sent);

  await page.goto("/friends?tab=invitations");
  await page.getByText(texts.invitations.send_title).click();
  const [email, words] = [newEmail("lea"), "Komm doch auch! ".repeat(13).trim()];
  const type = async () => {
    await page.getByLabel(texts.invitations.email).fill(email);
    await page.getByLabel(texts.invitations.message).fill(words);
    await press(page, texts.invitations.send);
  };
  const kept = () => expect(page.getByLabel(texts.invitations.message)).toHaveValue(words);
  await proxy(502);
  await type();
  await failed(`${fill(answer.away, { status: "502" })} ${answer.kept}`);
  await kept();
  await page.unrouteAll();
  await press(page, texts.invitations.send);
  await expectStatus(page, texts.invitations.sent);
  await expect(page.getByLabel(texts.invitations.message), "it is on its way").toHaveValue("");
  await type();
  await failed(texts.errors.already_invited);
  await expect(page.getByLabel(texts.invitations.email), "where the mistake is").toBeFocused();
  await kept();
  await expect(page.getByText(fill(texts.invitations.counter, { n: String(words.length), max: "500" })), "it counts on").toBeVisible();
  await page.goBack();
  await expect(page, "no form took a place in the history").toHaveURL(new RegExp(jonas.userId));

  await page.goto("/profile/edit");
  await page.getByLabel(texts.sign_in.first_name).fill("Annabell");
  const picture = page.locator("#profile-image");
  await picture.setInputFiles({ name: "ich.jpg", mimeType: "image/jpeg", buffer: readFileSync(photo("rocket.jpg")) });
  await proxy(413);
  await press(page, texts.profile.save);
  await failed(fill(texts.profile.failed, { message: answer.large_photo }));
  await page.unrouteAll();
  await page.getByLabel(texts.profile.username).fill("x");
  await press(page, texts.profile.save);
  await failed(texts.errors.username_invalid);
  await page.getByLabel(texts.profile.username).fill(`annabell-${Date.now()}`);
  await press(page, texts.profile.save);
  await expectStatus(page, texts.profile.saved);
  await expect(page.locator(".menu-button .avatar img"), "the picture was still chosen").toHaveAttribute("src", /^\/media\//);

  await page.goto("/kuendigen");
  await proxy();
  await page.getByLabel(texts.declaration.name).fill(`${anna.firstName} B.`);
  await press(page, texts.declaration.cancel_button);
  await failed(`${answer.none} ${answer.kept}`);
  await page.unrouteAll();
  await press(page, texts.declaration.cancel_button);
  await expect(page).toHaveURL(/\/beleg\//);
  await expect(page.getByText(`${anna.firstName} B.`)).toBeVisible();
});
