/** Large text and narrow phones: nothing is cut off at the side. */
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { write } from "../support/person.ts";

/** What reaches over the window's edge, unless it lies in a part that scrolls by itself. */
function tooWide(): string[] {
  const edge = document.documentElement.clientWidth;
  const scrolls = (element: Element | null): boolean =>
    element !== null && element !== document.documentElement && (getComputedStyle(element).overflowX !== "visible" || scrolls(element.parentElement));
  const wide = [...document.body.querySelectorAll("*")].filter((element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.right > edge + 1 && !scrolls(element.parentElement) && getComputedStyle(element).visibility !== "hidden";
  });
  const isWide = document.documentElement.scrollWidth > edge;
  return isWide ? wide.map((element) => `${element.tagName.toLowerCase()}.${element.className} ${Math.round(element.getBoundingClientRect().right)}`) : [];
}

async function expectNarrow(page: Page, path: string) {
  await page.goto(path);
  for (const [width, size] of [[320, "100%"], [390, "200%"]] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate((size) => void (document.documentElement.style.fontSize = size), size);
    expect.soft(await page.evaluate(tooWide), `${path} at ${width} pixels with text at ${size}`).toEqual([]);
  }
}

test("text twice as large and a phone of 320 pixels lose nothing at the side", async ({ page, context, site, browser, anna }) => {
  const guest = await browser.newPage({ baseURL: site.origin, locale: "de-DE" });
  for (const path of ["/", "/privacy", "/forgot-password"]) await expectNarrow(guest, path);
  await guest.close();
  const entry = await write(context, site, { text: "Ein Tag mit einem langen Wort: Donaudampfschifffahrtsgesellschaft.", visibility: "public" });
  const paths = ["/dashboard", `/edit/${entry.id}`, `/entry/${entry.id}`, "/friends", "/friends?tab=find", "/settings", "/profile/edit", "/bin", "/privacy"];
  for (const path of paths) await expectNarrow(page, path);
  expect(anna.userId).toBeTruthy();
});
