// Draws every picture of a folder in Chromium, 64 pixels wide and high, into its folder `shown` (docs/pictures.md).
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";

const [folder] = process.argv.slice(2);
const shown = join(folder, "shown");
mkdirSync(shown, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium" });
const page = await browser.newPage();
let picture;
await page.route("**/*", (route) =>
  route.fulfill(
    route.request().url().endsWith("/picture")
      ? { body: picture, contentType: "application/octet-stream" }
      : { body: "<!doctype html>", contentType: "text/html" },
  ),
);
await page.goto("http://pictures.test/");

for (const file of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())) {
  picture = readFileSync(join(folder, file.name));
  const drawn = await page.evaluate(draw);
  if (drawn) writeFileSync(join(shown, `${file.name}.png`), Buffer.from(drawn, "base64"));
}
await browser.close();

async function draw() {
  const image = new Image();
  image.src = URL.createObjectURL(await (await fetch("/picture", { cache: "no-store" })).blob());
  try {
    await image.decode();
  } catch {
    return null;
  }
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const context = canvas.getContext("2d", { alpha: false });
  context.fillStyle = "white";
  context.fillRect(0, 0, 64, 64);
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, 64, 64);
  return canvas.toDataURL("image/png").split(",")[1];
}
