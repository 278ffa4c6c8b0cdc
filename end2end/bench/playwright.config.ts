import { defineConfig } from "@playwright/test";
import base from "../playwright.config.ts";

/** The browser's part of `cargo xtask bench`: one page at a time on an otherwise quiet machine. */
export default defineConfig({
  testDir: ".",
  outputDir: "../results/bench",
  workers: 1,
  forbidOnly: true,
  timeout: 180_000,
  reporter: [["list"]],
  use: base.use,
});
