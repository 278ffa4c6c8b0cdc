import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { mailedLink, mailTo } from "../support/mail.ts";
import { fill, texts } from "../support/texts.ts";

const { reminders: t, settings } = texts;

test("a daily reminder comes by mail until its link ends it, without a sign-in and without a script", async ({
  page,
  anna,
  site,
  browser,
}) => {
  await page.goto("/settings#reminders");
  const section = page.getByRole("region", { name: t.title });
  const form = section.locator("#form-reminder");
  await expect(section.getByText(t.unconfirmed)).toBeVisible();
  await form.getByRole("switch", { name: t.daily }).check();
  await expect(form.getByRole("alert")).toHaveText(texts.errors.email_unconfirmed);
  await expect(form.getByRole("switch"), "what is saved stands").not.toBeChecked();
  await expectAccessible(page);

  await section.getByRole("link", { name: t.confirm }).click();
  await page.getByRole("button", { name: texts.credentials.send }).click();
  await expect(page.getByRole("status").filter({ hasText: texts.credentials.confirm_sent }).first()).toBeVisible();
  await page.goto(await mailedLink(site, anna.email));
  await page.getByRole("button", { name: texts.action.verify_button }).click();
  await expect(page).toHaveURL(/\/settings(#|$)/);
  await expect(section.getByText(t.unconfirmed)).toHaveCount(0);
  await page.goto("/settings#reminders");
  // Half an hour from now, where the browser is.
  const clock = new Intl.DateTimeFormat("de-DE", { hour: "2-digit", minute: "2-digit", timeZone: "Europe/Berlin" });
  const time = clock.format(Date.now() + 30 * 60_000);
  await form.getByRole("switch", { name: t.daily }).check();
  await form.getByLabel(t.time).click();
  await form.getByLabel(t.time).fill(time);
  await expect(form.getByRole("status")).toHaveText(settings.saved);
  await expect(form.getByLabel(t.time)).toHaveValue(time);
  await expect(page.locator("#group-writing-set")).toContainText(fill(t.set, { time: fill(settings.day_end_time, { time }) }));
  await expectAccessible(page);

  await site.advance({ seconds: 30 * 60 });
  const mail = await mailTo(site, anna.email);
  expect(mail).toContain("wie war dein Tag?");
  const guest = await (await browser.newContext({ baseURL: site.origin, locale: "de-DE", javaScriptEnabled: false })).newPage();
  const link = mail.match(/https?:\/\/\S+\/stop-mails\?\S+/)?.[0] ?? "";
  await guest.goto(link);
  await expect(guest.getByText(t.stop_reminder)).toBeVisible();
  await guest.getByRole("button", { name: t.stop_button }).click();
  await expect(guest.getByRole("status")).toHaveText(t.stop_done);
  await page.goto(link);
  await expectAccessible(page);
  await page.goto("/settings#reminders");
  await expect(form.getByRole("switch", { name: t.daily })).not.toBeChecked();
  await expect(form.getByLabel(t.time), "the time is kept").toHaveValue(time);

  // The others are saved as they are switched.
  const friends = section.locator("#form-friend-mails");
  await friends.getByRole("switch", { name: t.friend_news }).uncheck();
  await expect(friends.getByRole("status")).toHaveText(settings.saved);
  await page.reload();
  await expect(friends.getByRole("switch", { name: t.friend_news })).not.toBeChecked();
  await expect(friends.getByRole("switch", { name: t.friend_requests })).toBeChecked();
  await guest.context().close();
});
