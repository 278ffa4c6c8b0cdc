import { chromium } from "@playwright/test";
const base = process.env.BASE ?? "http://127.0.0.1:4090"; const out = process.env.OUT ?? "/tmp/shots"; const pw = process.env.PW;
import { mkdirSync } from "node:fs"; mkdirSync(out, { recursive: true });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium" });
const pages = process.argv.slice(2);
for (const [name, w, h, scheme] of [["p", 390, 844, "light"], ["d", 1280, 900, process.env.DARK ? "dark" : "light"]]) {
  const context = await browser.newContext({ viewport: { width: w, height: h }, colorScheme: scheme, locale: "de-DE", hasTouch: name === "p", isMobile: name === "p", timezoneId: "Europe/Berlin" });
  const page = await context.newPage();
  page.on("console", (m) => m.type() === "error" && console.log(name, "console", m.text().slice(0, 200)));
  page.on("pageerror", (e) => console.log(name, "error", e.message.slice(0, 200)));
  await page.goto(base + "/?login=1");
  const dialog = page.getByRole("dialog");
  await dialog.locator("input[name=email]").fill(process.env.WHO ?? "demo@tagesecho.example");
  await dialog.locator("input[name=password]").fill(pw);
  await page.waitForTimeout(800);
  await dialog.locator("button.button-main:visible").click();
  await page.waitForSelector(".mobile-bar, nav", { timeout: 8000 });
  await page.waitForTimeout(1500);
  for (const path of pages) {
    await page.goto(base + path); await page.waitForTimeout(900);
    const file = `${out}/${name}${path.replaceAll(/[/?=#&]/g, "_")}.png`;
    await page.screenshot({ path: file, fullPage: process.env.FULL === "1" });
    console.log(file, await page.evaluate(() => [document.documentElement.scrollHeight, document.documentElement.scrollWidth]));
  }
  await context.close();
}
await browser.close();
