/** Our server with the emulator as its identity provider: the calls of the browser and of the server itself. */
import { expect, test } from "@playwright/test";
import { type Site, startSite } from "../support/server.ts";
import { type Emulator, PROJECT, startEmulator } from "./emulator.ts";
import { emulator, type Json } from "./providers.ts";

let site: Site;
let running: Emulator;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  running = await startEmulator();
  site = await startSite(undefined, { FIREBASE_AUTH_EMULATOR_HOST: running.address, FIREBASE_PROJECT_ID: PROJECT });
});

test.afterAll(async () => {
  await Promise.all([site?.stop(), running?.stop()]);
});

async function send(method: string, path: string, headers: Record<string, string>, body?: Json) {
  const init: RequestInit = { method, headers: { "accept-language": "de", ...headers } };
  if (body !== undefined) {
    init.headers = { ...init.headers, "content-type": "application/json" };
    init.body = JSON.stringify(body);
  }
  const answer = await fetch(site.origin + path, init);
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test("our server with the emulator: registration, session, refresh, bearer", async () => {
  const firebase = emulator(running);
  const email = "anna@example.org";
  const made = await firebase.call("signUp", { email, password: "abendlicht 7", returnSecureToken: true });
  const [idToken, refreshToken] = [String(made.body.idToken), String(made.body.refreshToken)];

  expect((await send("GET", "/api/auth/user", bearer(idToken))).status).toBe(404);
  const form = { invitationCode: await site.invite(), firstName: "Anna", lastName: "Berger" };
  expect((await send("POST", "/api/auth/simple-register", bearer(idToken), form)).status).toBe(201);
  const user = await send("GET", "/api/auth/user", bearer(idToken));
  expect(JSON.parse(user.text)).toMatchObject({ email, displayName: "Anna Berger" });

  const session = await send("POST", "/api/auth/session", bearer(idToken), { refreshToken });
  expect(session.status).toBe(200);
  const cookie = { cookie: session.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
  expect((await send("GET", "/api/auth/user", cookie)).status).toBe(200);

  // The stored ID token is about to expire by our clock; the new one comes from the emulator, by the real one.
  await site.advance({ seconds: 56 * 60 });
  const token = await send("GET", "/api/auth/token", cookie);
  expect(token.status, token.text).toBe(200);
  expect((await send("GET", "/api/auth/user", bearer(JSON.parse(token.text).idToken))).status).toBe(200);

  const leave = await send("DELETE", "/api/auth/session", { ...cookie, origin: site.origin });
  expect(leave.status).toBe(204);
  expect((await send("GET", "/api/auth/user", cookie)).status).toBe(401);
});

test("our server with the emulator: its own provider is closed and no page names the other one", async () => {
  const closed = await send("POST", "/identity/v1/accounts:signUp", {}, { email: "ben@example.org" });
  expect(closed.status).toBe(404);
  const landing = await send("GET", "/", {});
  expect(landing.text).not.toContain(running.address);
  expect(landing.headers.get("content-security-policy")).toContain("connect-src 'self';");
  expect(site.log()).toContain(`Firebase's emulator at ${running.address}, project ${PROJECT}`);
});

test("our server with the emulator: tokens of another project open nothing", async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: "x", user_id: "x", auth_time: now, iat: now, exp: now + 3600, email: "x@example.org" };
  for (const project of ["demo-other", "tagesecho"]) {
    const issued = { ...claims, iss: `https://securetoken.google.com/${project}`, aud: project };
    const token = `${part({ alg: "none", typ: "JWT" })}.${part(issued)}.`;
    expect((await send("GET", "/api/auth/user", bearer(token))).status).toBe(401);
  }
});
