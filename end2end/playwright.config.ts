import { defineConfig } from "@playwright/test";
import type { Options } from "./support/fixtures.ts";

const chromium = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Everything runs on SQLite; the main job and what depends on the engine run on PostgreSQL besides. */
export default defineConfig<object, Options>({
  testDir: "specs",
  outputDir: "results",
  globalSetup: "./support/setup.ts",
  fullyParallel: true,
  workers: 2,
  // A test that needed it is listed as flaky at the end: a defect to mend, but not a reason to throw away a whole run.
  retries: 1,
  forbidOnly: true,
  timeout: 60_000,
  // A browser or server that hangs outside of a test ends the run with a failure; all of it takes some twelve minutes.
  globalTimeout: 40 * 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    locale: "de-DE",
    timezoneId: "Europe/Berlin",
    // No trace: its recorder reads blob: addresses, which our own content policy rightly blocks.
    screenshot: "only-on-failure",
    launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium", args: chromium },
  },
  projects: [
    { name: "sqlite", use: { engine: "sqlite" } },
    { name: "postgres", use: { engine: "postgres" }, testMatch: ["main-job.spec.ts", "conflict.spec.ts", "subscription.spec.ts"] },
  ],
});
