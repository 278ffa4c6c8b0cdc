import type { BrowserContext, Page } from "@playwright/test";
import { expect, expectAccessible, test as plain } from "../support/fixtures.ts";
import { type Google, type GooglePerson, test } from "../support/google.ts";
import { openDialog, signIn } from "../support/pages.ts";
import { fill, texts } from "../support/texts.ts";

// Moving between pages is not what these tests are about.
test.use({ contextOptions: { reducedMotion: "reduce" } });

const WEB_VIEW = "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36 Instagram 300.0";

const button = (page: Page, tab: "login" | "register") => page.getByRole("dialog").getByRole("button", { name: tab === "login" ? texts.google.login_button : texts.google.register_button });
const alert = (page: Page) => page.getByRole("dialog").getByRole("alert");
const code = (page: Page) => page.getByRole("dialog").getByLabel(texts.sign_in.invitation_code);

/** Presses the button; the window opens and, when it is done, closes itself. */
async function press(page: Page, tab: "login" | "register") {
  const popup = page.waitForEvent("popup");
  await button(page, tab).click();
  return popup;
}

async function register(page: Page, invitation: string) {
  await openDialog(page, "register");
  await code(page).fill(invitation);
  return press(page, "register");
}

async function sessions(context: BrowserContext) {
  return (await context.cookies()).filter((cookie) => ["session", "__Host-session"].includes(cookie.name));
}

async function signOut(page: Page) {
  await page.getByRole("button", { name: texts.menu.open }).click();
  await page.getByRole("button", { name: texts.menu.logout, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(texts.landing.hero_title);
}

/** Has an account by Google, and is signed out again. */
async function known(page: Page, google: Google, invitation: string, name = "Lena"): Promise<GooglePerson> {
  const person = google.person(name, "Fuchs");
  google.as = person;
  await register(page, invitation);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  await signOut(page);
  return person;
}

test("an invited person registers in a window of its own and has name and picture from Google", async ({ page, site, google }) => {
  const person = google.person("Clara", "Vogel", true);
  google.as = person;
  const popup = await register(page, await site.invite());
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Clara");
  await expect(page.getByText(texts.sign_in.account_created).first()).toBeVisible();
  await expect.poll(() => popup.isClosed()).toBe(true);
  expect(google.asked).toMatchObject({ scope: "openid email profile", prompt: "select_account", code_challenge_method: "S256" });

  await page.getByRole("button", { name: texts.menu.open }).click();
  await expect(page.getByText(person.email)).toBeVisible();
  const picture = page.getByRole("banner").locator("img").first();
  await expect(picture).toHaveAttribute("src", /^\/media\//);
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBeGreaterThan(100);
});

test("the window is 500 by 600, in the middle", async ({ page, google }) => {
  google.instead = "wait";
  await openDialog(page, "login");
  await page.evaluate(() => {
    const { open } = window;
    window.open = (...asked) => {
      document.title = String(asked[2]);
      return open.apply(window, asked);
    };
  });
  const popup = await press(page, "login");
  await expect(page).toHaveTitle(/^popup,width=500,height=600,left=\d+,top=-?\d+$/);
  await popup.close();
});

test("somebody who is known signs in again, and the page they wanted comes", async ({ page, site, google }) => {
  google.as = await known(page, google, await site.invite());
  await page.goto("/create");
  await press(page, "login");
  await expect(page).toHaveURL(/\/create$/);
  await expect(page.getByText(texts.sign_in.signed_in).first()).toBeVisible();
});

test("somebody unknown is told to register, and is not signed in", async ({ page, google, context }) => {
  google.as = google.person("Niemand", "Hier");
  await openDialog(page, "login");
  await press(page, "login");
  await expect(alert(page)).toContainText(texts.errors.user_not_found);
  expect(await sessions(context)).toEqual([]);
  await expectAccessible(page);
});

test("registering asks for the code first, and says what is wrong with it", async ({ page, site, google, context }) => {
  google.as = google.person("Ohne", "Code");
  await openDialog(page, "register");
  await button(page, "register").click();
  await expect(alert(page)).toContainText(texts.sign_in.invitation_missing);
  expect(context.pages()).toHaveLength(1);
  await code(page).fill("AAAA-AAAA-AA");
  await press(page, "register");
  await expect(alert(page)).toContainText(texts.errors.invitation_unknown);
  const used = await site.invite();
  await known(page, google, used);
  google.as = google.person("Zu", "Spät");
  await register(page, used);
  await expect(alert(page)).toContainText(texts.errors.invitation_used);
  expect(await sessions(context)).toEqual([]);
});

test("a blocked window is said, and the same window goes on", async ({ page, site, google }) => {
  google.as = await known(page, google, await site.invite());
  await openDialog(page, "login");
  await page.evaluate(() => {
    window.open = () => null;
  });
  await button(page, "login").click();
  await expect(alert(page)).toContainText(texts.google.popup_blocked);
  await page.getByRole("button", { name: texts.google.same_window }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Lena");
  await expect(page.getByText(texts.sign_in.signed_in).first()).toBeVisible();
});

test("a window that was closed is passed over in silence, and the next one works", async ({ page, site, google }) => {
  const person = await known(page, google, await site.invite());
  google.instead = "wait";
  await page.clock.install();
  await openDialog(page, "login");
  const popup = await press(page, "login");
  await expect(popup.getByRole("heading")).toBeVisible();
  await expect(button(page, "login").or(page.getByText(texts.google.waiting))).toHaveText(texts.google.waiting);
  await popup.close();
  // The page notices, and then waits a while, because Google's pages only seem to be closed.
  for (let n = 0; n < 8; n++) await page.clock.runFor(3000);
  await expect(button(page, "login")).toHaveText(texts.google.login_button);
  await expect(alert(page).getByText(texts.sign_in.error_title)).toBeHidden();
  await page.clock.resume();
  google.instead = "agree";
  google.as = person;
  await press(page, "login");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Lena");
});

test("somebody who says no at Google is told that they did", async ({ page, google, context }) => {
  google.instead = "refuse";
  await openDialog(page, "login");
  await press(page, "login");
  await expect(alert(page)).toContainText("Anmeldung vom Benutzer abgebrochen");
  expect(await sessions(context)).toEqual([]);
});

test("where no message arrives the server is asked", async ({ page, site, google }) => {
  google.as = await known(page, google, await site.invite());
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, "BroadcastChannel");
    window.addEventListener("storage", (event) => event.stopImmediatePropagation(), { capture: true });
  });
  await openDialog(page, "login");
  await press(page, "login");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Lena");
});

test("an address that has a password is connected by its owner alone, in the settings", async ({ page, google, newcomer, context }) => {
  const jonas = await newcomer();
  const person = { ...google.person("Jonas", "Weber"), email: jonas.email };
  google.as = person;
  await openDialog(page, "login");
  await press(page, "login");
  await expect(alert(page)).toContainText(texts.errors.google_confirm);
  expect(await sessions(context)).toEqual([]);

  await signIn(page, jonas);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Jonas");
  await page.goto("/settings#google");
  const section = page.getByRole("region", { name: texts.google.section_title });
  const popup = page.waitForEvent("popup");
  await section.getByRole("button", { name: texts.google.connect }).click();
  await popup;
  await expect(page.getByText(texts.google.toast_connected).first()).toBeVisible();
  await expect(section).toContainText(fill(texts.google.connected_as, { email: jonas.email }));
  await signOut(page);
  await openDialog(page, "login");
  await press(page, "login");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Jonas");

  await page.goto("/settings#google");
  await section.getByRole("button", { name: texts.google.disconnect }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: texts.google.disconnect }).click();
  await expect(section.getByRole("button", { name: texts.google.connect })).toBeVisible();
});

test("connecting asks again who it is when the sign-in is not recent", async ({ page, site, google, newcomer }) => {
  const jonas = await newcomer();
  google.as = google.person("Jonas", "Weber");
  await signIn(page, jonas);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Jonas");
  // More than five minutes; less than Google's tokens may be old.
  await site.advance({ seconds: 400 });
  await page.goto("/settings#google");
  const section = page.getByRole("region", { name: texts.google.section_title });
  await section.getByRole("button", { name: texts.google.connect }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(texts.google.again);
  await dialog.getByLabel(texts.sign_in.password, { exact: true }).fill(jonas.password);
  await dialog.getByRole("button", { name: texts.sign_in.login_button }).click();
  await expect(section).toContainText(texts.google.now);
  const popup = page.waitForEvent("popup");
  await section.getByRole("button", { name: texts.google.connect }).click();
  await popup;
  await expect(section).toContainText(fill(texts.google.connected_as, { email: google.as.email }));
});

test("without an invitation the same window comes back with the question for it", async ({ page, google }) => {
  google.as = google.person("Neu", "Hier");
  await page.goto("/api/auth/google/start?mode=register");
  await expect(alert(page)).toContainText(texts.sign_in.invitation_missing);
  await expect(code(page)).toBeVisible();
  await expect(page).toHaveURL(/\/\?register=1$/);
});

test.describe("inside another program", () => {
  test.use({ userAgent: WEB_VIEW });

  test("the same window registers and consent is asked for again", async ({ page, site, google, context }) => {
    google.as = google.person("Mobil", "Unterwegs");
    await openDialog(page, "register");
    await code(page).fill(await site.invite());
    await button(page, "register").click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Mobil");
    await expect(page.getByText(texts.sign_in.account_created).first()).toBeVisible();
    expect(context.pages()).toHaveLength(1);
    expect(google.asked.prompt).toBe("select_account consent");
    expect(await page.evaluate(() => sessionStorage.getItem("google"))).toBeNull();
  });

  test("who comes back without an answer is pointed to e-mail and password, and the code is still there", async ({ page, site, google }) => {
    google.instead = "wait";
    await openDialog(page, "register");
    const invitation = await site.invite();
    await code(page).fill(invitation);
    await button(page, "register").click();
    await expect(page.getByRole("heading", { name: "Konto auswählen" })).toBeVisible();
    await page.goBack();
    await expect(alert(page)).toContainText(texts.google.web_view);
    await expect(code(page)).toHaveValue(invitation);
  });
});

plain("where Google is not set up the button says so", async ({ page, context }) => {
  await openDialog(page, "login");
  await button(page, "login").click();
  await expect(alert(page)).toContainText(texts.errors.google_not_configured);
  expect(context.pages()).toHaveLength(1);
});
