import { defineConfig } from "@playwright/test";

/** `cargo xtask contract`: one provider of each kind, one case after the other. */
export default defineConfig({
  testDir: ".",
  outputDir: "../results/contract",
  workers: 1,
  forbidOnly: true,
  timeout: 60_000,
  reporter: [["list"], ["./report.ts"]],
});
