/** A registered person, made by the same calls that the dialog makes. */
import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import type { Site } from "./server.ts";

export interface Person {
  email: string;
  password: string;
  firstName: string;
  userId: string;
}

let people = 0;

export function newEmail(name: string) {
  return `${name.toLowerCase()}.${process.pid}.${Date.now()}.${people++}@example.org`;
}

export async function register(context: BrowserContext, site: Site, firstName: string, lastName: string): Promise<Person> {
  const call = context.request;
  const email = newEmail(firstName);
  const password = "abendlicht 7";
  const headers = { origin: site.origin };
  const signedUp = await json(call, `${site.origin}/identity/v1/accounts:signUp`, headers, {
    email,
    password,
    returnSecureToken: true,
  });
  const bearer = { ...headers, authorization: `Bearer ${signedUp.idToken}` };
  await json(call, `${site.origin}/api/auth/simple-register`, bearer, {
    invitationCode: await site.invite(),
    firstName,
    lastName,
  });
  const user = await json(call, `${site.origin}/api/auth/session`, bearer, {
    refreshToken: signedUp.refreshToken,
    zone: "Europe/Berlin",
  });
  return { email, password, firstName, userId: user.id };
}

/** A new session of a registered person, without any page. */
export async function signInByCall(context: BrowserContext, site: Site, { email, password }: Pick<Person, "email" | "password">): Promise<void> {
  const headers = { origin: site.origin };
  const credentials = { email, password, returnSecureToken: true };
  const signedIn = await json(context.request, `${site.origin}/identity/v1/accounts:signInWithPassword`, headers, credentials);
  const bearer = { ...headers, authorization: `Bearer ${signedIn.idToken}` };
  await json(context.request, `${site.origin}/api/auth/session`, bearer, { refreshToken: signedIn.refreshToken, zone: "Europe/Berlin" });
}

export interface Draft {
  text?: string;
  summary?: string;
  topMoment?: string;
  audioTranscript?: string;
  emojis?: string;
  mood?: { level: number; feeling: null; customEmoji: null };
  visibility?: "private" | "friends" | "public";
  images?: { name: string; mimeType: string; buffer: Buffer }[];
}

/** Writes today's entry by the API, with a mood; the answer is the entry. */
export async function write(context: BrowserContext, site: Site, draft: Draft) {
  const form = new FormData();
  const mood = { level: 5, feeling: null, customEmoji: null };
  for (const [name, value] of Object.entries({ mood, ...draft })) {
    if (name === "images") {
      for (const image of draft.images ?? []) form.append("images", new File([new Uint8Array(image.buffer)], image.name, { type: image.mimeType }));
    } else form.append(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  const response = await context.request.post(`${site.origin}/api/entries`, { headers: { origin: site.origin }, multipart: form });
  if (response.status() !== 201) throw new Error(`write: ${response.status()} ${await response.text()}`);
  return response.json();
}

/** A day before the person's diary day, as the server writes it. */
export async function daysAgo(page: Page, days: number): Promise<string> {
  const { date } = await (await page.request.get("/api/day-ticket")).json();
  return new Date(Date.parse(date) - days * 24 * 3_600_000).toISOString().slice(0, 10);
}

async function json(call: APIRequestContext, url: string, headers: Record<string, string>, data: object): Promise<any> {
  const response = await call.post(url, { headers, data });
  if (!response.ok()) throw new Error(`${url}: ${response.status()} ${await response.text()}`);
  return response.json();
}
