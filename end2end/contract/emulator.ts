/** Starts Firebase's auth emulator, which speaks to this machine only and ends with the tests. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "../support/server.ts";

export const PROJECT = "demo-tagesecho";
export const TOOLS = process.env.FIREBASE_TOOLS ?? resolve(import.meta.dirname, "../../target/tools/firebase");
const START_LIMIT_MS = 60_000;

export interface Emulator {
  /** `127.0.0.1:PORT`. */
  address: string;
  stop(): Promise<void>;
}

export async function startEmulator(): Promise<Emulator> {
  const folder = await mkdtemp(join(tmpdir(), "tagesecho-emulator-"));
  const [auth, hub, logging] = [await freePort(), await freePort(), await freePort()];
  const host = "127.0.0.1";
  const config = {
    emulators: {
      auth: { host, port: auth },
      hub: { host, port: hub },
      logging: { host, port: logging },
      ui: { enabled: false },
      singleProjectMode: true,
    },
  };
  await mkdir(join(folder, "home"));
  await writeFile(join(folder, "firebase.json"), JSON.stringify(config));
  const child = spawn(
    process.execPath,
    [
      join(TOOLS, "node_modules/firebase-tools/lib/bin/firebase.js"),
      ...["emulators:start", "--only", "auth", "--project", PROJECT],
    ],
    { cwd: folder, env: environment(join(folder, "home")), stdio: ["ignore", "pipe", "pipe"] },
  );
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (log += chunk));
  const stop = async () => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await ready(`http://${host}:${auth}`, child, () => log);
  } catch (error) {
    await stop();
    throw error;
  }
  return { address: `${host}:${auth}`, stop };
}

/** Nobody's login, no statistics, no look for updates or news; what goes out all the same meets a closed door. */
function environment(home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CONFIG_HOME: home,
    CI: "1",
    NO_UPDATE_NOTIFIER: "1",
    HTTP_PROXY: "http://127.0.0.1:1",
    HTTPS_PROXY: "http://127.0.0.1:1",
    NO_PROXY: "127.0.0.1,localhost",
  };
}

async function ready(origin: string, child: ChildProcess, log: () => string) {
  const until = Date.now() + START_LIMIT_MS;
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(`${origin}/emulator/v1/projects/${PROJECT}/config`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`the emulator did not start:\n${log()}`);
}

/** Politely, then not. */
async function end(child: ChildProcess) {
  if (child.exitCode !== null) return;
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGINT");
  const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
  await ended;
  clearTimeout(timer);
}
