import { chromium } from "@playwright/test";
const base = "http://127.0.0.1:4090"; const out = "/tmp/shots"; const pw = process.env.PW;
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium" });
const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "de-DE", hasTouch: true, isMobile: true, timezoneId: "Europe/Berlin" });
const page = await context.newPage();
page.on("console", (m) => m.type() === "error" && console.log("console", m.text().slice(0, 200)));
let n = 0; const shot = async (name) => { await page.waitForTimeout(700); await page.screenshot({ path: `${out}/m_${name}.png` }); console.log(name, page.url()); };
await page.goto(base + "/create"); await shot("deep");
const dialog = page.getByRole("dialog");
await dialog.locator("input[name=email]").fill("marie@tagesecho.example");
await dialog.locator("input[name=password]").fill(pw);
await dialog.locator("button.button-main:visible").click();
await page.waitForTimeout(2500); await shot("after");

await page.goto(base + "/subscription"); const b = page.locator("main form button.button-main, main a.button-main"); console.log(await b.allTextContents());
await page.evaluate(() => window.scrollTo(0, 600)); await shot("order0");
await b.first().click(); await page.waitForTimeout(1500); await shot("order1");
for (let i = 0; i < 4; i++) { const box = page.locator("main input[type=checkbox]:visible"); for (const c of await box.all()) await c.check();
 const go = page.locator("main button.button-main:visible").first(); if (!(await go.count())) break; console.log("press", await go.textContent()); await go.click(); await page.waitForTimeout(2500); await shot("order" + (2 + i)); if (page.url().includes("success")) break; }
await page.goto(base + "/subscription"); await page.getByRole("button", { name: "Kündigen" }).first().click().catch((e) => console.log("no", e.message.slice(0, 80))); await shot("cancel");
const href = "/entry/01a21429-4a20-7ad4-a6cf-2d206a70fcd8";
await page.goto(base + href); await shot("closed");
await page.goto(base + href.replace("entry", "linkedin-sharing")); await shot("linkedin");
await browser.close();
