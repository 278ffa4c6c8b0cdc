import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { deleteEntry } from "../support/pages.ts";
import { write } from "../support/person.ts";
import { texts } from "../support/texts.ts";

test("whatever is pressed after the session ended leads to the sign-in, and back", async ({ page, context, site, anna }) => {
  const { id } = await write(context, site, { text: "Ein Tag am See" });
  const ways: [string, (page: Page) => Promise<unknown>][] = [
    ["/dashboard", (page) => page.locator("entry-heart button").click()],
    [`/entry/${id}`, (page) => page.locator(".favorite-switch").click()],
    [
      `/entry/${id}`,
      async (page) => {
        await page.getByRole("button", { name: texts.entry.share }).click();
        await page.getByRole("dialog").getByLabel(texts.share.original_text).check();
        await page.getByRole("dialog").getByRole("button", { name: texts.share.create }).click();
      },
    ],
    [`/entry/${id}`, deleteEntry],
  ];
  const cookies = await context.cookies();
  for (const [address, press] of ways) {
    await context.addCookies(cookies);
    await page.goto(address);
    if (address === "/dashboard") await expect(page.locator("html[data-islands=ready]")).toBeAttached();
    await context.clearCookies({ name: "session" });
    await press(page);
    await page.waitForURL((url) => url.searchParams.get("next") === address);
    await expect(page.getByRole("dialog").getByLabel(texts.sign_in.email)).toBeVisible();
  }

  // A form with words stays, and the sign-in is in another tab.
  await context.addCookies(cookies);
  await page.goto("/profile/edit");
  await page.getByLabel(texts.sign_in.first_name).fill("Annabell");
  await context.clearCookies({ name: "session" });
  await page.getByRole("button", { name: texts.profile.save }).click();
  const opened = context.waitForEvent("page");
  await page.getByRole("alert").getByRole("link", { name: texts.form.answer.sign_in }).click();
  await expect((await opened).getByRole("dialog").getByLabel(texts.sign_in.email)).toBeVisible();
  await expect(page.getByLabel(texts.sign_in.first_name)).toHaveValue("Annabell");

  // The settings open the dialog on the same page.
  await context.addCookies(cookies);
  await page.goto("/settings#assistant");
  await context.clearCookies({ name: "session" });
  await page.getByRole("switch", { name: texts.settings.assistant_summary }).click();
  const dialog = page.getByRole("dialog", { name: texts.sign_in.again_title });
  await dialog.getByLabel(texts.sign_in.password, { exact: true }).fill("geraten");
  await dialog.getByRole("button", { name: texts.sign_in.login_button }).click();
  await expect(dialog.getByRole("alert")).toContainText(texts.errors.invalid_password);
  await dialog.getByLabel(texts.sign_in.password, { exact: true }).fill(anna.password);
  await dialog.getByRole("button", { name: texts.sign_in.login_button }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL("/settings#assistant");
});
