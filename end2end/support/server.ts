/** Starts the built server on a free port with a data folder of its own. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const ROOT = resolve(import.meta.dirname, "../..");
const BIN = process.env.TAGESECHO_BIN ?? join(ROOT, "target/debug/tagesecho");
const SITE = process.env.TAGESECHO_SITE ?? join(ROOT, "target/site");
const START_LIMIT_MS = 30_000;

export interface Site {
  origin: string;
  /** The folder of database, media and secret. */
  data: string;
  /** Everything the server has written to its log so far. */
  log(): string;
  /** An unused invitation code. */
  invite(): Promise<string>;
  /** Gives the account with this address Pro until the end of a day (`YYYY-MM-DD`), or for longer than any test; a past day ends it. */
  grantPro(email: string, until?: string): Promise<void>;
  /** The output of one of the program's commands. */
  command(...words: string[]): Promise<string>;
  /** Moves the server's clock. */
  advance(by: { days?: number; seconds?: number }): Promise<void>;
  /** Sets the server's clock to the browser's, wherever tests before have moved it. */
  now(): Promise<void>;
  stop(): Promise<void>;
}

/** `more` is added to the server's environment. */
export async function startSite(databaseUrl?: string, more: NodeJS.ProcessEnv = {}): Promise<Site> {
  const data = await mkdtemp(join(tmpdir(), "tagesecho-e2e-"));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOST: "127.0.0.1",
    PORT: String(port),
    TAGESECHO_ORIGIN: origin,
    TAGESECHO_DATA: data,
    TAGESECHO_SITE: SITE,
    TAGESECHO_TEST_CONTROLS: "1",
    TAGESECHO_SIGN_UPS_PER_HOUR: "100000",
    TAGESECHO_THROTTLE_FACTOR: "1000",
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...more,
  };
  const child = spawn(BIN, [], { env, stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (log += chunk));
  await ready(origin, child, () => log);
  return {
    origin,
    data,
    log: () => log,
    async invite() {
      const { stdout } = await promisify(execFile)(BIN, ["invite"], { env });
      const code = stdout.match(/[A-Z0-9]{4}(?:-[A-Z0-9]+)+/)?.[0];
      if (!code) throw new Error(`no code in: ${stdout}`);
      return code;
    },
    async grantPro(email, until = "2999-12-31") {
      await promisify(execFile)(BIN, ["grant-pro", email, "--until", until], { env });
    },
    async command(...words) {
      return (await promisify(execFile)(BIN, words, { env })).stdout;
    },
    async advance(by) {
      await move(origin, by);
    },
    async now() {
      const ahead = Date.parse(await move(origin, {})) - Date.now();
      await move(origin, { seconds: -Math.round(ahead / 1000) });
    },
    async stop() {
      child.kill("SIGTERM");
      await new Promise((done) => (child.exitCode === null ? child.once("exit", done) : done(null)));
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** The time on the server afterwards. */
async function move(origin: string, by: { days?: number; seconds?: number }): Promise<string> {
  const response = await fetch(`${origin}/test/clock`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify(by),
  });
  if (!response.ok) throw new Error(`clock: ${response.status}`);
  return response.text();
}

async function ready(origin: string, child: ChildProcess, log: () => string) {
  const until = Date.now() + START_LIMIT_MS;
  while (Date.now() < until) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`${origin}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  child.kill("SIGKILL");
  throw new Error(`the server did not start:\n${log()}`);
}

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === "object" ? done(address.port) : fail(new Error("no port"))));
    });
  });
}
