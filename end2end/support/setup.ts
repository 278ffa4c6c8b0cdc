/** Starts a throw-away PostgreSQL cluster before all tests, and ends it afterwards. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const DEBIAN = "/usr/lib/postgresql";

export default async function setup() {
  if (process.env.TAGESECHO_TEST_POSTGRES) return;
  const bin = binaries();
  const folder = mkdtempSync(join(tmpdir(), "tagesecho-pg-"));
  const cluster = join(folder, "cluster");
  // PostgreSQL does not run as root; the folder must belong to the user it runs as.
  const root = process.getuid?.() === 0;
  if (root) execFileSync("chown", ["postgres", folder]);
  chmodSync(folder, 0o755);
  const run = (program: string, ...args: string[]) => {
    const command = join(bin, program);
    const [file, all] = root ? ["runuser", ["-u", "postgres", "--", command, ...args]] : [command, args];
    execFileSync(file as string, all as string[], { stdio: "ignore", cwd: folder });
  };
  const port = await freePort();
  run("initdb", "-D", cluster, "-U", "tagesecho", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync");
  const options = `-h 127.0.0.1 -p ${port} -k ${folder} -c fsync=off -c max_connections=200`;
  run("pg_ctl", "-D", cluster, "-w", "-o", options, "-l", join(folder, "log"), "start");
  process.env.TAGESECHO_TEST_POSTGRES = `postgres://tagesecho@127.0.0.1:${port}/postgres`;
  // A folder may hold the server's programs without the client's.
  process.env.TAGESECHO_TEST_PSQL = existsSync(join(bin, "psql")) ? join(bin, "psql") : "psql";
  return () => {
    run("pg_ctl", "-D", cluster, "-m", "immediate", "stop");
    rmSync(folder, { recursive: true, force: true });
  };
}

function binaries(): string {
  if (process.env.PG_BIN) return process.env.PG_BIN;
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((v) => join(DEBIAN, v, "bin")).find((folder) => existsSync(join(folder, "initdb")));
  if (!found) throw new Error("PostgreSQL was not found; set PG_BIN to the folder with initdb");
  return found;
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => done(typeof address === "object" && address ? address.port : 0));
    });
  });
}
