/** One server per worker, people who are registered on it, and a watch over everything a page should not do. */
import { execFileSync } from "node:child_process";
import AxeBuilder from "@axe-core/playwright";
import { test as base, type BrowserContext, expect, type Page } from "@playwright/test";
import { register, type Person } from "./person.ts";
import { type Site, startSite } from "./server.ts";

export interface Options {
  engine: "sqlite" | "postgres";
}

interface Fixtures {
  /** Other origins that the browser may go to as a page; nothing else may be asked of them. */
  visits: string[];
  /** Violations of the content policy, uncaught errors, errors in the console and requests to other hosts, of every page of the test. */
  trouble: string[];
  /** Sets the server's clock to the browser's time before each test. */
  clock: undefined;
  /** A fresh person, signed in in `page`'s context. */
  anna: Person;
  /** A fresh person signed in in a context of their own. */
  newcomer: () => Promise<Person & { page: Page; context: BrowserContext }>;
}

let databases = 0;

export const test = base.extend<Fixtures, Options & { site: Site }>({
  engine: ["sqlite", { option: true, scope: "worker" }],

  site: [
    async ({ engine }, use, info) => {
      const site = await startSite(engine === "postgres" ? newDatabase(info.workerIndex) : undefined);
      await use(site);
      expect(site.log().replaceAll("/test/panic", ""), "no panic in the log").not.toMatch(/panicked at (?!.*test_controls)/);
      await site.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],

  visits: async ({}, use) => use([]),

  baseURL: async ({ site }, use) => use(site.origin),

  trouble: [
    async ({ context, site, visits }, use) => {
      const trouble: string[] = [];
      watch(context, site.origin, trouble, visits);
      await use(trouble);
      expect(trouble).toEqual([]);
    },
    { auto: true },
  ],

  clock: [
    async ({ site }, use) => {
      await site.now();
      await use(undefined);
    },
    { auto: true },
  ],

  anna: async ({ context, site, clock: _ }, use) => use(await register(context, site, "Anna", "Berger")),

  newcomer: async ({ browser, site, trouble }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL: site.origin });
      contexts.push(context);
      watch(context, site.origin, trouble);
      const person = await register(context, site, "Jonas", "Weber");
      return { ...person, context, page: await context.newPage() };
    });
    for (const context of contexts) await context.close();
  },
});

export { expect };

/** Chromium's message when it skips the question about leaving an untouched page. */
const NOT_ASKED = /^Blocked attempt to show a 'beforeunload' confirmation panel/;

/** The messages of browser and page about a missing answer, a refusal or a full disk; tests cause them on purpose. */
const NO_ANSWER = /^Failed to load resource|Failed to fetch|NetworkError|TimeoutError|AbortError|QuotaExceededError|net::ERR_/;

function watch(context: BrowserContext, origin: string, trouble: string[], visits: string[] = []) {
  context.on("request", (request) => {
    const url = request.url();
    if (request.isNavigationRequest() && visits.some((visit) => url.startsWith(visit))) return;
    if (!url.startsWith(origin) && !/^(data|blob|about):/.test(url)) trouble.push(`request to ${url}`);
  });
  context.on("weberror", (error) => trouble.push(`uncaught: ${error.error().message}`));
  context.on("console", (message) => {
    const text = message.text();
    if (/Content Security Policy|Refused to/.test(text)) trouble.push(`policy: ${text}`);
    else if (message.type() === "error" && !NO_ANSWER.test(text) && !NOT_ASKED.test(text)) trouble.push(`error: ${text}`);
  });
}

function newDatabase(worker: number): string {
  const server = process.env.TAGESECHO_TEST_POSTGRES ?? "";
  const name = `e2e_${process.pid}_${worker}_${databases++}`;
  execFileSync(process.env.TAGESECHO_TEST_PSQL ?? "psql", [server, "-qc", `CREATE DATABASE ${name}`]);
  return server.replace(/\/[^/]*$/, `/${name}`);
}

/** No violation of WCAG 2.2 AA that a machine can see, in the light and in the dark. */
export async function expectAccessible(page: Page) {
  for (const colorScheme of ["light", "dark"] as const) {
    // Motion is off: colours on their way from one scheme to the other have no contrast of their own.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.emulateMedia({ colorScheme });
    await page.evaluate(settled);
    const found = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]).analyze();
    const rows = found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`);
    expect(rows, `${page.url()} in ${colorScheme}`).toEqual([]);
  }
}

/** Two frames later, when the browser has painted the new scheme and nothing moves any more. */
async function settled() {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
}
