/** Layout shift of every page, and how soon it paints after an interaction, on a slowed phone and in a year of entries. */
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { openMenu, signIn } from "../support/pages.ts";
import { Interactions, layoutShift, observeInteractions, slowDown } from "./interactions.ts";

test.use({ viewport: { width: 390, height: 844 } });

test("every page stands still and answers soon", async ({ page, site }) => {
  const demo = await site.command("demo");
  await signIn(page, { email: word(demo, "e-mail"), password: word(demo, "password") });
  await expect(page.locator("html[data-user-id]")).toBeAttached();
  await observeInteractions(page);
  await slowDown(page);
  const interactions = new Interactions(page);

  const shifts: string[] = [];
  const visit = async (path: string) => {
    await page.goto(path);
    await settled(page);
    await page.mouse.wheel(0, 2000);
    await settled(page);
    await page.evaluate(() => scrollTo(0, 0));
    shifts.push(`| ${path.replace(/[0-9a-f-]{36}/, "…")} | ${(await layoutShift(page)).toFixed(4)} |`);
  };
  const press = (name: string, selector: string) => interactions.measure(name, () => page.locator(selector).first().click());

  await visit("/dashboard");
  const link = await page.locator(".card:has(.card-heart) .card-link").first().getAttribute("href");
  const entry = link?.split("/").pop()?.split("?")[0];
  await press("dashboard: filters", ".feed-choose > summary");
  await press("dashboard: heart", ".card-heart");
  await visit(`/entry/${entry}`);
  await interactions.measure("entry: menu", () => openMenu(page));
  await visit("/create");
  await visit(`/edit/${entry}`);
  await visit("/friends");
  await press("friends: menu of a person", ".person-menu-button");
  await visit("/search");
  await interactions.measure("search: typing", () => page.locator("main input[type=search]").first().pressSequentially("Regen"));
  await visit("/calendar");
  await visit("/yearly");
  await press("year: month", ".year-month:not([open]) > summary");
  await visit("/settings");
  await press("settings: group", "main details > summary");
  const control = "main details[open] :is(input[type=checkbox], input[type=radio]:not(:checked))";
  await interactions.measure("settings: switch", () => page.locator(control).first().press("Space"));
  await visit(`/linkedin-sharing/${entry}`);
  await visit("/subscription");
  await visit("/bin");

  console.log("\n| page | layout shift |\n| --- | --- |");
  for (const row of shifts) console.log(row);
  console.log("\n| interaction | ms |\n| --- | --- |");
  interactions.print();
});

/** A word that the command printed after its name. */
function word(printed: string, name: string): string {
  const found = printed.match(new RegExp(`${name} +(\\S+)`))?.[1];
  if (!found) throw new Error(`no ${name} in: ${printed}`);
  return found;
}

/** Scripts and pictures have come, and the page has painted twice. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
