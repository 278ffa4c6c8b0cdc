import { expect, test } from "../support/fixtures.ts";
import { openDialog, signIn } from "../support/pages.ts";
import { newEmail } from "../support/person.ts";
import { texts } from "../support/texts.ts";

test.describe("the sign-in dialog", () => {
  test("says what is missing, in the order of the fields", async ({ page }) => {
    const dialog = await openDialog(page, "login");
    await dialog.getByRole("button", { name: texts.sign_in.login_button }).click();
    await expect(dialog.getByRole("alert")).toContainText(texts.errors.credentials_missing);

    await dialog.getByRole("radio", { name: texts.sign_in.register_tab }).press("Space");
    const register = dialog.getByRole("button", { name: texts.sign_in.register_button });
    await register.click();
    await expect(dialog.getByRole("alert")).toBeVisible();
    await dialog.getByLabel(texts.sign_in.email).fill(newEmail("x"));
    await dialog.getByLabel(texts.sign_in.password, { exact: true }).fill("abendlicht 7");
    await register.click();
    await expect(dialog.getByRole("alert")).toContainText(texts.errors.name_missing);
    await dialog.getByLabel(texts.sign_in.first_name).fill("Xaver");
    await dialog.getByLabel(texts.sign_in.last_name).fill("Huber");
    await register.click();
    await expect(dialog.getByRole("alert")).toContainText(texts.sign_in.invitation_missing);
  });

  test("opens empty again after it was closed", async ({ page }) => {
    const dialog = await openDialog(page, "login");
    await dialog.getByLabel(texts.sign_in.email).fill("halb@getippt.de");
    await dialog.getByRole("button", { name: texts.sign_in.show_password }).click();
    await dialog.getByRole("button", { name: texts.sign_in.login_button }).click();
    await expect(dialog.getByRole("alert")).toContainText(texts.errors.credentials_missing);
    await dialog.getByRole("button", { name: texts.app.close }).click();
    await page.getByRole("banner").getByRole("button", { name: texts.landing.login }).click();
    await expect(dialog.getByLabel(texts.sign_in.email)).toHaveValue("");
    await expect(dialog.getByLabel(texts.sign_in.password, { exact: true })).toHaveAttribute("type", "password");
    await expect(dialog.getByText(texts.errors.credentials_missing)).toBeHidden();
  });

  test("refuses an unknown code, a used code, a short password and an address that is taken", async ({ page, site, newcomer }) => {
    const other = await newcomer();
    const dialog = await openDialog(page, "register");
    const fill = async (email: string, password: string, code: string) => {
      await dialog.getByLabel(texts.sign_in.first_name).fill("Mia");
      await dialog.getByLabel(texts.sign_in.last_name).fill("Lang");
      await dialog.getByLabel(texts.sign_in.email).fill(email);
      await dialog.getByLabel(texts.sign_in.password, { exact: true }).fill(password);
      await dialog.getByLabel(texts.sign_in.invitation_code).fill(code);
      await dialog.getByRole("button", { name: texts.sign_in.register_button }).click();
    };
    await fill(newEmail("mia"), "abendlicht 7", "AAAA-AAAA-AA");
    await expect(dialog.getByRole("alert")).toContainText(texts.errors.invitation_unknown);
    await fill(newEmail("mia"), "kurz", await site.invite());
    await expect(dialog.getByRole("alert")).toContainText(texts.errors.weak_password);
    await fill(other.email, "ein anderes Passwort", await site.invite());
    await expect(dialog.getByRole("alert")).toContainText(texts.errors.email_taken);
    await fill("keine adresse", "abendlicht 7", await site.invite());
    await expect(dialog.getByRole("alert")).toContainText(texts.errors.invalid_email);
  });

  test("signs in and out again; afterwards nothing of the account is left in the browser", async ({ page, newcomer, context }) => {
    const person = await newcomer();
    await signIn(page, person);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(person.firstName);
    await page.getByRole("button", { name: texts.menu.open }).click();
    await expect(page.getByText(person.email)).toBeVisible();
    // Data that a page may have stored for anybody.
    await page.evaluate(async () => {
      localStorage.setItem("feed", "own");
      sessionStorage.setItem("note", "mine");
      await (await caches.open("pages")).put("/dashboard", new Response("mine"));
    });
    await page.getByRole("button", { name: texts.menu.logout }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(texts.landing.hero_title);
    const left = () =>
      page.evaluate(async () => ({
        local: Object.keys(localStorage).filter((key) => !["language", "theme"].includes(key)),
        session: Object.keys(sessionStorage),
        databases: (await indexedDB.databases()).map((db) => db.name),
        caches: await caches.keys(),
        workers: (await navigator.serviceWorker.getRegistrations()).map((worker) => worker.scope),
      }));
    // The worker may end only now on a slow machine, after storing its last file.
    await expect.poll(left).toEqual({ local: [], session: [], databases: [], caches: [], workers: [] });
    expect((await context.cookies()).filter((cookie) => cookie.name.endsWith("session"))).toEqual([]);
    expect((await page.goto("/dashboard"))?.status()).toBe(401);
  });

  test("tells an unknown address from a wrong password, and an identity without an account", async ({ page, newcomer, site, request }) => {
    const person = await newcomer();
    const dialog = await openDialog(page, "login");
    const attempt = async (email: string, password: string) => {
      await dialog.getByLabel(texts.sign_in.email).fill(email);
      await dialog.getByLabel(texts.sign_in.password, { exact: true }).fill(password);
      await dialog.getByRole("button", { name: texts.sign_in.login_button }).click();
    };
    await attempt(newEmail("niemand"), "irgendwas");
    await expect(dialog.getByRole("alert")).toContainText(texts.errors.email_not_found);
    await attempt(person.email, "falsch geraten");
    await expect(dialog.getByRole("alert")).toContainText(texts.errors.invalid_password);
    const email = newEmail("halb");
    const made = await request.post(`${site.origin}/identity/v1/accounts:signUp`, { data: { email, password: "abendlicht 7", returnSecureToken: true } });
    expect(made.ok()).toBe(true);
    await attempt(email, "abendlicht 7");
    await expect(dialog.getByRole("alert")).toContainText(texts.errors.user_not_found);
  });
});

test("without an answer it says what that means, and an account whose answer was lost opens with the next press", async ({ page, site }) => {
  const dialog = await openDialog(page, "login");
  const alert = dialog.getByRole("alert");
  await dialog.getByLabel(texts.sign_in.email).fill(newEmail("mila"));
  await dialog.getByLabel(texts.sign_in.password, { exact: true }).fill("abendlicht 7");
  await page.route(/[/]\?(login|register)=1$/, (route) => route.abort(), { times: 2 });
  await dialog.getByRole("button", { name: texts.sign_in.login_button }).click();
  await expect(alert).toContainText(texts.identity.network);
  await dialog.getByRole("radio", { name: texts.sign_in.register_tab }).press("Space");
  await dialog.getByLabel(texts.sign_in.first_name).fill("Mila");
  await dialog.getByLabel(texts.sign_in.last_name).fill("Lang");
  await dialog.getByLabel(texts.sign_in.invitation_code).fill(await site.invite());
  const register = dialog.getByRole("button", { name: texts.sign_in.register_button });
  await register.click();
  await expect(alert).toContainText(texts.identity.registration_unsure);
  await page.route(
    /[/]\?(login|register)=1$/,
    async (route) => {
      await route.fetch();
      await route.fulfill({ status: 502, contentType: "text/html", body: "Bad Gateway" });
    },
    { times: 1 },
  );
  await register.click();
  await expect(alert).toContainText("HTTP 502");
  await register.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Mila");
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("one registers, is told what is wrong, and signs in to the page that one wanted", async ({ page, site, context }) => {
    const email = newEmail("mia");
    await page.goto("/");
    await page.getByRole("banner").getByRole("button", { name: texts.landing.sign_up }).click();
    const dialog = page.getByRole("dialog");
    const password = dialog.getByLabel(texts.sign_in.password, { exact: true });
    await dialog.getByLabel(texts.sign_in.first_name).fill("Mia");
    await dialog.getByLabel(texts.sign_in.last_name).fill("Lang");
    await dialog.getByLabel(texts.sign_in.email).fill(email);
    await password.fill("abendlicht 7");
    await dialog.getByLabel(texts.sign_in.invitation_code).fill("AAAA-AAAA-AA");
    // The Enter key sends the tab that is shown.
    await password.press("Enter");
    await expect(dialog.getByRole("alert")).toContainText(texts.errors.invitation_unknown);
    await expect(dialog.getByLabel(texts.sign_in.email)).toHaveValue(email);
    await expect(password).toHaveValue("");
    await password.fill("abendlicht 7");
    await dialog.getByLabel(texts.sign_in.invitation_code).fill(await site.invite());
    await dialog.getByRole("button", { name: texts.sign_in.register_button }).click();
    await expect(page).toHaveURL("/dashboard#form-register");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Mia");

    await context.clearCookies({ name: "session" });
    expect((await page.goto("/yearly"))?.status()).toBe(401);
    await dialog.getByLabel(texts.sign_in.email).fill(email);
    await password.fill("geraten");
    await dialog.getByRole("button", { name: texts.sign_in.login_button }).click();
    await expect(dialog.getByRole("alert")).toContainText(texts.errors.invalid_password);
    await password.fill("abendlicht 7");
    await dialog.getByRole("button", { name: texts.sign_in.login_button }).click();
    await expect(page).toHaveURL("/yearly");
  });
});

test("a tab closed half-way through registering locks nobody out", async ({ page, site, request }) => {
  const email = newEmail("mira");
  await request.post(`${site.origin}/identity/v1/accounts:signUp`, { data: { email, password: "abendlicht 7", returnSecureToken: true } });
  const dialog = await openDialog(page, "register");
  await dialog.getByLabel(texts.sign_in.first_name).fill("Mira");
  await dialog.getByLabel(texts.sign_in.last_name).fill("Lang");
  await dialog.getByLabel(texts.sign_in.email).fill(email);
  await dialog.getByLabel(texts.sign_in.password, { exact: true }).fill("abendlicht 7");
  await dialog.getByLabel(texts.sign_in.invitation_code).fill(await site.invite());
  await dialog.getByRole("button", { name: texts.sign_in.register_button }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Mira");
});

test("a protected address shows the landing page in place, and leads back after signing in", async ({ page, newcomer }) => {
  const person = await newcomer();
  const response = await page.goto("/create");
  expect(response?.status()).toBe(401);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(texts.sign_in.email).fill(person.email);
  await dialog.getByLabel(texts.sign_in.password, { exact: true }).fill(person.password);
  await dialog.getByRole("button", { name: texts.sign_in.login_button }).click();
  await expect(page).toHaveURL(/\/create$/);
  await expect(page.getByRole("textbox", { name: texts.editor.text_label })).toBeVisible();
});

test("the login address leads to the dialog and back to own pages only", async ({ page }) => {
  await page.goto("/api/login?next=/create");
  await expect(page.getByRole("dialog")).toBeVisible();
  const foreign = await page.request.get("/api/login?next=https://example.org/", { maxRedirects: 0 });
  expect(foreign.status()).toBe(303);
  expect(foreign.headers().location).not.toContain("example.org");
  const doubled = await page.request.get("/api/login?next=//example.org/", { maxRedirects: 0 });
  expect(doubled.headers().location).not.toContain("example.org");
});
