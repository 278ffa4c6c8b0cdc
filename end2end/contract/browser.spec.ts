/** The dialog in a real browser, with a server that speaks to a provider on another site. */
import { expect, test } from "@playwright/test";
import { openDialog } from "../support/pages.ts";
import { type Site, startSite } from "../support/server.ts";
import { texts } from "../support/texts.ts";
import { type Emulator, PROJECT, startEmulator } from "./emulator.ts";

let site: Site;
let running: Emulator;

test.use({
  locale: "de-DE",
  launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] },
});

test.beforeAll(async () => {
  test.setTimeout(120_000);
  running = await startEmulator();
  site = await startSite(undefined, { FIREBASE_AUTH_EMULATOR_HOST: running.address, FIREBASE_PROJECT_ID: PROJECT });
});

test.afterAll(async () => {
  await Promise.all([site?.stop(), running?.stop()]);
});

test("the dialog with the emulator: registration in a browser", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.origin, locale: "de-DE" });
  const page = await context.newPage();
  const dialog = await openDialog(page, "register");
  await dialog.getByLabel(texts.sign_in.first_name).fill("Mia");
  await dialog.getByLabel(texts.sign_in.last_name).fill("Lang");
  await dialog.getByLabel(texts.sign_in.email).fill("mia@example.org");
  await dialog.getByLabel(texts.sign_in.invitation_code).fill(await site.invite());
  const password = dialog.getByLabel(texts.sign_in.password, { exact: true });
  const submit = dialog.getByRole("button", { name: texts.sign_in.register_button });
  await password.fill("kurz");
  await submit.click();
  await expect(dialog.getByRole("alert")).toContainText(texts.errors.weak_password);
  await password.fill("abendlicht 7");
  await submit.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Mia");
  await context.close();
});
