import { defineConfig } from "@playwright/test";
import base from "../playwright.config.ts";

/** `npm run screenshots`: the pictures of the README, in `docs/images`. */
export default defineConfig({
  testDir: ".",
  outputDir: "../results/screenshots",
  workers: 1,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: { ...base.use, viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: "reduce" } },
});
