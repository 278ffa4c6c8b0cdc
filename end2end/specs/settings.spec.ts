import { expect, expectAccessible, test } from "../support/fixtures.ts";
import { editorReady, signIn } from "../support/pages.ts";
import { texts } from "../support/texts.ts";

const { settings: t, sessions } = texts;

test("settings are stored and take effect", async ({ page, anna: _ }) => {
  await page.goto("/dashboard");
  await page.getByRole("button", { name: texts.menu.open }).click();
  await page.getByRole("link", { name: texts.menu.settings }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t.title);
  await expectAccessible(page);
  const group = (name: string) => page.locator(`#group-${name} > summary`).click();
  await group("writing");
  const saved = async (act: () => Promise<unknown>, form: string) => {
    await act();
    await expect(page.locator(`#form-${form}`).getByRole("status")).toHaveText(t.saved);
  };
  const visibility = page.getByRole("radiogroup", { name: t.visibility_title });
  await expect(visibility.getByRole("radio", { name: texts.visibility.private })).toBeChecked();
  await saved(() => visibility.getByRole("radio", { name: texts.visibility.friends }).check(), "default-visibility");
  await saved(() => page.getByLabel(t.day_end).selectOption("3:30 Uhr"), "day-end");
  await expect(page.getByText("Europe/Berlin")).toBeVisible();
  await group("services");
  await expectAccessible(page);
  await saved(() => page.getByRole("switch", { name: t.assistant_summary }).check(), "consent-summary");
  await group("writing");
  await expect(page.locator("#group-writing > summary")).toContainText(`${texts.visibility.friends} · `);
  await expect(page.locator("#group-writing > summary")).toContainText("3:30 Uhr");

  await page.reload();
  await group("writing");
  await group("services");
  await expect(visibility.getByRole("radio", { name: texts.visibility.friends })).toBeChecked();
  await expect(page.getByLabel(t.day_end)).toHaveValue("210");
  await expect(page.getByRole("switch", { name: t.assistant_summary })).toBeChecked();
  await expect(page.getByRole("switch", { name: t.assistant_transcription })).not.toBeChecked();
  await expect(page.getByText(t.assistant_open), "the two that were not touched").toHaveCount(2);

  await page.goto("/create");
  await editorReady(page);
  await expect(page.locator('input[name="visibility"][value="friends"]')).toBeChecked();
});

test("a choice that cannot be saved goes back to what is saved", async ({ page, anna: _ }) => {
  await page.goto("/settings#assistant");
  await page.route("**/settings", (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
  const box = page.getByRole("switch", { name: t.assistant_summary });
  await box.click();
  await expect(page.getByRole("alert").filter({ hasText: texts.form.answer.none })).toBeVisible();
  await expect(box).not.toBeChecked();
});

test("a device ended from another is signed out at its next request", async ({ page, anna, browser, site }) => {
  const phone = await browser.newContext({
    baseURL: site.origin,
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1",
  });
  const tab = await phone.newPage();
  await signIn(tab, anna);
  await expect(tab.getByRole("heading", { level: 1 })).toContainText(anna.firstName);
  const token = (await (await phone.request.get("/api/auth/token")).json()).idToken;

  await page.goto("/settings#sessions");
  const listed = page.locator(".device").getByText("Safari auf iPhone");
  await expect(listed).toBeVisible();
  await expect(page.locator(".device").getByText(sessions.current)).toHaveCount(1);
  await page.getByRole("button", { name: "Safari auf iPhone abmelden" }).click();
  await expect(page.getByText(sessions.ended).first()).toBeVisible();
  await expect(listed).toHaveCount(0);
  await page.goto("/settings/audit");
  const happened = page.locator(".audit-event");
  await expect(happened.filter({ hasText: texts.audit.device_signed_out })).toContainText("Safari auf iPhone");
  await expect(happened.filter({ hasText: texts.audit.new_device })).toContainText("Safari auf iPhone");

  expect((await tab.reload())?.status()).toBe(401);
  await expect(tab.getByRole("heading", { level: 1 })).toContainText(texts.landing.hero_title);
  const bearer = await page.request.get("/api/auth/user", { headers: { authorization: `Bearer ${token}` } });
  expect(bearer.status(), "its token as well").toBe(401);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(anna.firstName);
  await phone.close();
});

test("all other devices end together", async ({ page, anna, browser, site }) => {
  const others = [await browser.newContext({ baseURL: site.origin }), await browser.newContext({ baseURL: site.origin })];
  for (const other of others) {
    const tab = await other.newPage();
    await signIn(tab, anna);
    await expect(tab.getByRole("heading", { level: 1 })).toContainText(anna.firstName);
  }
  await page.goto("/settings#sessions");
  await expect(page.locator(".device")).toHaveCount(3);
  await page.getByRole("button", { name: sessions.end_others }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: sessions.end_others }).click();
  await expect(page.getByText(sessions.others_ended).first()).toBeVisible();
  await expect(page.locator(".device")).toHaveCount(1);
  for (const other of others) {
    expect((await other.request.get("/api/auth/user")).status()).toBe(401);
    await other.close();
  }
});

test("the privacy page is open to everybody and leads to the settings", async ({ page, anna: _, browser, site }) => {
  const guest = await (await browser.newContext({ baseURL: site.origin })).newPage();
  await guest.goto("/");
  await guest.getByRole("contentinfo").getByRole("link", { name: texts.privacy.title }).click();
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText(texts.privacy.title);
  await expect(guest.getByText(texts.privacy.readers_link_text)).toBeVisible();
  await expectAccessible(guest);
  await guest.context().close();
  await page.goto("/datenschutz");
  await page.getByRole("main").getByRole("link", { name: texts.privacy.control_link }).click();
  await expect(page).toHaveURL(/\/settings$/);
});

test("the settings open in several tabs at once, hours later", async ({ anna, site, context }) => {
  expect(anna.firstName).toBe("Anna");
  for (let n = 0; n < 8; n++) {
    // Several parts of one page then need new tokens and keys.
    await site.advance({ seconds: 7300 });
    const answers = await Promise.all([1, 2, 3].map(() => context.request.get("/settings", { timeout: 8000 })));
    expect(answers.map((answer) => answer.status())).toEqual([200, 200, 200]);
  }
});
