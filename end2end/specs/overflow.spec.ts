/** No page scrolls sideways, and nothing shrinks or is cut: on small phones, and with text at twice its size. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { photo } from "../support/pages.ts";
import { write } from "../support/person.ts";

const SCREENS = [
  { width: 390, text: "200%" },
  { width: 320, text: "100%" },
];

/** Elements beyond the right edge of the page, unless something around them scrolls or cuts. */
function sticksOut(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const cut = (element: Element | null): boolean =>
    element !== null && element !== document.body && (getComputedStyle(element).overflowX !== "visible" || cut(element.parentElement));
  const out = [...document.body.querySelectorAll("*")].filter((element) => {
    const { right, width, height } = element.getBoundingClientRect();
    return right > clientWidth + 1 && width > 1 && height > 1 && !cut(element) && !element.closest("svg");
  });
  const names = out.map((element) => `${element.tagName}.${element.getAttribute("class")} ${Math.round(element.getBoundingClientRect().right)}`);
  return scrollWidth > clientWidth || names.length > 0 ? [`${scrollWidth} of ${clientWidth}`, ...names] : [];
}

/** The faults of large text: icons that became smaller, and buttons that cut their words. */
function shrinks(): string[] {
  const name = (element: Element) => `${element.closest("[class]:not(svg)")?.getAttribute("class")} '${element.parentElement?.textContent?.trim().slice(0, 20)}'`;
  const small = [...document.querySelectorAll(".icon, .lucide")].filter((icon) => {
    const { width, height } = icon.getBoundingClientRect();
    return width > 0 && Math.min(width, height) < 20;
  });
  const cut = [...document.querySelectorAll("button, .button, .choice")].filter((button) => {
    const { width } = button.getBoundingClientRect();
    return width > 1 && button.scrollWidth > button.clientWidth + 1;
  });
  return [...small.map((icon) => `small: ${name(icon)}`), ...cut.map((button) => `cut: ${name(button)}`)];
}

async function walk(page: Page, paths: string[]) {
  for (const { width, text } of SCREENS) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of paths) {
      await page.goto(path);
      await page.evaluate(async (size) => {
        document.documentElement.style.fontSize = size;
        for (const group of document.querySelectorAll<HTMLDetailsElement>(".settings-group, .editor-fold")) group.open = true;
        document.querySelector<HTMLElement>(".top-bar .menu")?.showPopover();
        await document.fonts.ready;
        await new Promise(requestAnimationFrame);
      }, text);
      const where = `${path} at ${width} px with text at ${text}`;
      expect.soft(await page.evaluate(sticksOut), where).toEqual([]);
      if (text === "200%") expect.soft(await page.evaluate(shrinks), where).toEqual([]);
    }
  }
}

test("no page of a guest scrolls sideways", async ({ page }) => {
  await walk(page, ["/", "/?login=1", "/datenschutz", "/impressum", "/agb", "/kuendigen", "/widerrufen", "/forgot-password"]);
});

test("no page of a signed-in person scrolls sideways", async ({ page, context, site, anna: _ }) => {
  test.slow();
  await walk(page, ["/create"]);
  const images = [{ name: "rocket.jpg", mimeType: "image/jpeg", buffer: await readFile(photo("rocket.jpg")) }];
  const text = `Ein Tag mit Donaudampfschifffahrtsgesellschaftskapitänsmütze und Wort${"ohneEnde".repeat(60)}`;
  const words = { text, summary: "Eine Mütze", topMoment: "Moment".repeat(30), emojis: "☕🙏" };
  const entry = await write(context, site, { ...words, images, visibility: "friends" });
  const link = await context.request.post(`/api/entries/${entry.id}/generate-share-token`, { headers: { origin: site.origin }, data: { options: { originalText: true, summary: true } } });
  const { shareToken, token } = await link.json();
  const paths = ["/dashboard", "/gibt-es-nicht", `/edit/${entry.id}`, `/entry/${entry.id}`, "/friends", "/friends?tab=invitations", "/settings", "/settings/audit", "/import", "/profile/edit", "/datenschutz", "/bin", "/yearly", "/calendar", "/calendar?day=2020-02-29", "/search", "/search?q=t", "/create?date=2020-02-29", "/subscription", "/subscription/order", `/linkedin-sharing/${entry.id}`];
  await walk(page, [...paths, `/shared/${shareToken ?? token}`]);
});
