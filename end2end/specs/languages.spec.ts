/** The main journeys in each of the four languages: every name below is asked of the language's own table. */
import de from "../../domain/locales/de.json" with { type: "json" };
import en from "../../domain/locales/en.json" with { type: "json" };
import es from "../../domain/locales/es.json" with { type: "json" };
import fr from "../../domain/locales/fr.json" with { type: "json" };
import { expect, test } from "../support/fixtures.ts";
import { editorReady, saveButton } from "../support/pages.ts";
import { newEmail } from "../support/person.ts";
import { fill } from "../support/texts.ts";

const LANGUAGES = [
  { code: "de", locale: "de-AT", t: de, other: "fr" },
  { code: "en", locale: "en-GB", t: en, other: "de" },
  { code: "fr", locale: "fr-CA", t: fr, other: "es" },
  { code: "es", locale: "es-MX", t: es, other: "en" },
] as const;
const NAMES = { de: "Deutsch", en: "English", fr: "Français", es: "Español" };
const TITLES = { de: de.settings.title, en: en.settings.title, fr: fr.settings.title, es: es.settings.title };

for (const { code, locale, t, other } of LANGUAGES) {
  test.describe(code, () => {
    test.use({ locale });

    test("register, write, read, share, look back, search, and another language", async ({ page, site, browser }) => {
      const inLanguage = (lang: string = code) => expect(page.locator("html")).toHaveAttribute("lang", lang);
      const heading = page.getByRole("heading", { level: 1 });

      await test.step("the landing page and registering", async () => {
        await page.goto("/");
        await inLanguage();
        await expect(heading).toHaveText(t.landing.hero_title);
        await page.goto(`/?invite=${await site.invite()}`);
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel(t.sign_in.first_name).fill("Noa");
        await dialog.getByLabel(t.sign_in.last_name, { exact: true }).fill("Roth");
        await dialog.getByLabel(t.sign_in.email).fill(newEmail("noa"));
        await dialog.getByLabel(t.sign_in.password, { exact: true }).fill("abendlicht 7");
        await dialog.getByRole("button", { name: t.sign_in.register_button }).click();
        await expect(heading).toContainText("Noa");
        await inLanguage();
      });

      await test.step("write", async () => {
        await page.getByRole("link", { name: t.dashboard.empty_button }).click();
        await inLanguage();
        await editorReady(page);
        await page.getByRole("textbox", { name: t.editor.text_label }).fill(`Regenbogen ${code}`);
        await saveButton(page).click();
        await page.waitForURL("**/dashboard");
        await expect(page.getByText(t.editor.toast.created).first()).toBeVisible();
      });

      await test.step("read and share; somebody signed out reads it in their own language", async () => {
        const id = (await (await page.request.get("/api/entries/today")).json()).id;
        await page.goto(`/entry/${id}`);
        await inLanguage();
        await expect(page.getByText(`Regenbogen ${code}`)).toBeVisible();
        await page.getByRole("button", { name: t.entry.share }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("checkbox", { name: t.share.original_text }).check();
        await dialog.getByRole("button", { name: t.share.create }).click();
        await expect(dialog.getByLabel(t.share.link)).toHaveValue(/\/shared\/[\w-]{43}$/);
        const link = await dialog.getByLabel(t.share.link).inputValue();
        const context = await browser.newContext({ locale, javaScriptEnabled: false });
        const visitor = await context.newPage();
        await visitor.goto(link);
        await expect(visitor.locator("html")).toHaveAttribute("lang", code);
        await expect(visitor.getByText(`Regenbogen ${code}`)).toBeVisible();
        await expect(visitor.getByText(t.shared.banner_title)).toBeVisible();
        await context.close();
      });

      await test.step("search and the year", async () => {
        await page.goto("/search?q=regenbogen");
        await inLanguage();
        await expect(page.getByText(fill(t.search.count, { n: 1 }))).toBeVisible();
        await page.goto("/yearly");
        await inLanguage();
        await expect(heading).toHaveText(t.stats.year_title.replace("{year}", String(new Date().getFullYear())));
        await expect(page.getByRole("link", { name: `Regenbogen ${code}` })).toBeVisible();
      });

      await test.step("the settings, and another language, which is saved before the page comes again in it", async () => {
        await page.goto("/settings#visibility");
        await inLanguage();
        const visibility = page.getByRole("radiogroup", { name: t.settings.visibility_title });
        await visibility.getByRole("radio", { name: t.visibility.friends }).check();
        await expect(page.getByText(t.settings.saved).first()).toBeVisible();
        const saved = page.waitForResponse((response) => response.url().endsWith("/api/users/language"));
        await page.locator("#group-look > summary").click();
        await page.getByRole("main").getByRole("button", { name: NAMES[other] }).click();
        expect((await saved).status()).toBe(204);
        await inLanguage(other);
        await expect(heading).toHaveText(TITLES[other]);
        expect(await page.evaluate(() => localStorage.getItem("language"))).toBe(other);
        await page.goto("/create");
        await inLanguage(other);
      });
    });
  });
}
