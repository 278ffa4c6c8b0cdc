/** The pictures of the README: pages of the demo account. */
import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { editorReady, entryText } from "../support/pages.ts";
import { signInByCall } from "../support/person.ts";
import { texts } from "../support/texts.ts";

const FOLDER = resolve(import.meta.dirname, "../../docs/images");
const LARGEST = 120_000;

const TEXT =
  "Am Morgen lag Nebel über dem Kanal, so dicht, dass die Enten nur zu hören waren. Im Café hat jemand Klavier geübt, " +
  "dreimal dieselbe Stelle, und beim dritten Mal stimmte sie. Ich habe das Buch zu Ende gelesen und den letzten Satz noch einmal.";

test("the pictures of the README", async ({ page, context, site }) => {
  const password = (await site.command("demo")).match(/^ *password +(\S+)/m)?.[1] ?? "";
  await signInByCall(context, site, { email: "demo@tagesecho.example", password });

  await page.goto("/dashboard");
  await take(page, "dashboard", "light");
  await take(page, "dashboard", "dark");

  const withPhoto = page.locator("article").filter({ has: page.locator("img") }).first();
  await page.goto((await withPhoto.getByRole("link").first().getAttribute("href")) ?? "");
  // Far enough for the photo and the words below it.
  await page.evaluate(() => window.scrollTo(0, 330));
  await take(page, "entry", "dark");

  await page.goto("/yearly");
  await take(page, "year", "light");

  await page.goto("/create");
  await editorReady(page);
  await entryText(page).fill(TEXT);
  await expect(page.locator("[data-save-line]")).toContainText(texts.editor.save_line.local);
  await take(page, "editor", "light");
});

async function take(page: Page, name: string, colorScheme: "light" | "dark") {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.waitForLoadState("networkidle");
  await page.evaluate(allIsShown);
  const path = join(FOLDER, `${name}-${colorScheme}.jpg`);
  await page.screenshot({ path, type: "jpeg", quality: 80, caret: "hide", animations: "disabled" });
  expect((await stat(path)).size, path).toBeLessThan(LARGEST);
}

/** Fonts, and the pictures that are in sight. */
async function allIsShown() {
  await document.fonts.ready;
  const inSight = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
  await Promise.all(inSight.map((image) => image.decode().catch(() => undefined)));
}
