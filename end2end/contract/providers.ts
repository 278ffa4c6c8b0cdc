/** The two providers that have to answer alike, behind one interface. */
import type { Site } from "../support/server.ts";
import { type Emulator, PROJECT } from "./emulator.ts";
import type { Issuer } from "./issuer.ts";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export interface Answer {
  status: number;
  body: { [name: string]: Json };
}

export interface Person {
  subject: string;
  email: string;
  name: string;
}

export interface Provider {
  name: "ours" | "emulator";
  /** `accounts:signUp` and its kind. */
  call(name: string, body: Json | string): Promise<Answer>;
  token(fields: Record<string, string>): Promise<Answer>;
  request(path: string, init: RequestInit): Promise<Answer>;
  /** The code of the newest mail to this address. */
  code(email: string): Promise<string>;
  /** An ID token of Google about this person. */
  google(person: Person): Promise<string>;
}

export function ours(site: Site, issuer: Issuer): Provider {
  return {
    ...wire("ours", `${site.origin}/identity/v1`, `${site.origin}/identity/v1/token`, ""),
    async code(email) {
      const mail = await fetch(`${site.origin}/test/mail?to=${encodeURIComponent(email)}`);
      return found(/oobCode=([\w-]+)/.exec(await mail.text())?.[1], email);
    },
    google: (person) => issuer.sign(person),
  };
}

export function emulator(running: Emulator): Provider {
  const base = `http://${running.address}`;
  const toolkit = `${base}/identitytoolkit.googleapis.com/v1`;
  return {
    ...wire("emulator", toolkit, `${base}/securetoken.googleapis.com/v1/token`, "?key=any"),
    async code(email) {
      const list = await fetch(`${base}/emulator/v1/projects/${PROJECT}/oobCodes`);
      const { oobCodes } = (await list.json()) as { oobCodes: { email: string; newEmail?: string; oobCode: string }[] };
      const codes = oobCodes.filter((code) => (code.newEmail ?? code.email) === email);
      return found(codes.at(-1)?.oobCode, email);
    },
    // It signs nothing and reads plain JSON.
    async google({ subject, email, name }) {
      return JSON.stringify({ sub: subject, email, email_verified: true, name, iss: "", aud: "", exp: 0, iat: 0 });
    },
  };
}

function wire(name: Provider["name"], base: string, tokens: string, key: string) {
  const request = async (path: string, init: RequestInit): Promise<Answer> => {
    const answer = await fetch(path === "/token" ? tokens + key : base + path + key, init);
    return { status: answer.status, body: (await answer.json()) as Answer["body"] };
  };
  const post = (path: string, type: string, body: string) =>
    request(path, { method: "POST", headers: { "content-type": type }, body });
  return {
    name,
    request,
    call: (call: string, body: Json | string) =>
      post(`/accounts:${call}`, "application/json", typeof body === "string" ? body : JSON.stringify(body)),
    token: (fields: Record<string, string>) =>
      post("/token", "application/x-www-form-urlencoded", new URLSearchParams(fields).toString()),
  };
}

function found(code: string | undefined, email: string): string {
  if (!code) throw new Error(`no code for ${email}`);
  return code;
}
