/** The unmodified Firebase JS SDK against the embedded provider. */
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { type Site, startSite } from "../support/server.ts";
import { TOOLS } from "./emulator.ts";

let site: Site;
let gate: Server;
let address: string;

/** The SDK calls an emulator under Google's host names as folders. */
test.beforeAll(async () => {
  site = await startSite();
  gate = createServer(async (request, response) => {
    const path = (request.url ?? "").replace(/^\/(identitytoolkit|securetoken)\.googleapis\.com\/v1/, "/identity/v1");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = { "content-type": request.headers["content-type"] ?? "" };
    const init = { method: request.method ?? "GET", headers, ...(chunks.length ? { body: Buffer.concat(chunks) } : {}) };
    const answer = await fetch(site.origin + path, init);
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(await answer.text());
  });
  await new Promise<void>((done) => gate.listen(0, "127.0.0.1", done));
  address = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`;
});

test.afterAll(async () => {
  gate?.close();
  await site?.stop();
});

test("the Firebase JS SDK against ours", async () => {
  const from = createRequire(join(TOOLS, "package.json"));
  const load = (name: string) => import(pathToFileURL(from.resolve(name)).href);
  const [{ initializeApp }, sdk] = [await load("firebase/app"), await load("firebase/auth")];
  const auth = sdk.initializeAuth(initializeApp({ apiKey: "any", projectId: "tagesecho" }), {
    persistence: sdk.inMemoryPersistence,
  });
  sdk.connectAuthEmulator(auth, address, { disableWarnings: true });

  const { user } = await sdk.createUserWithEmailAndPassword(auth, "sdk@example.org", "abendlicht 7");
  await sdk.updateProfile(user, { displayName: "Anna Berger" });
  await user.reload();
  expect(user.displayName).toBe("Anna Berger");
  const first = await user.getIdToken();
  expect(await user.getIdToken(true)).not.toBe(first);
  await sdk.sendPasswordResetEmail(auth, "sdk@example.org");
  const mail = await (await fetch(`${site.origin}/test/mail?to=sdk@example.org`)).text();
  const oobCode = /oobCode=([\w-]+)/.exec(mail)?.[1] ?? "";
  expect(await sdk.verifyPasswordResetCode(auth, oobCode)).toBe("sdk@example.org");
  await sdk.confirmPasswordReset(auth, oobCode, "morgenlicht 8");
  await sdk.signOut(auth);

  const refused = (password: string) =>
    sdk.signInWithEmailAndPassword(auth, "sdk@example.org", password).catch((error: { code: string }) => error.code);
  expect(await refused("abendlicht 7")).toBe("auth/wrong-password");
  const back = await sdk.signInWithEmailAndPassword(auth, "sdk@example.org", "morgenlicht 8");
  expect(back.user.emailVerified).toBe(true);
  await sdk.deleteUser(back.user);
  expect(await refused("morgenlicht 8")).toBe("auth/user-not-found");
});
