/** A registered person, made by the form that the dialog sends. */
import type { BrowserContext, Page } from "@playwright/test";
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
  const [email, password] = [newEmail(firstName), "abendlicht 7"];
  await send(context, site, { form: "register", first_name: firstName, last_name: lastName, email, password, invitation_code: await site.invite() });
  const user = await (await context.request.get(`${site.origin}/api/auth/user`)).json();
  return { email, password, firstName, userId: user.id };
}

/** A new session of a registered person, without any page. */
export async function signInByCall(context: BrowserContext, site: Site, { email, password }: Pick<Person, "email" | "password">): Promise<void> {
  await send(context, site, { form: "sign-in", email, password });
}

/** A form of the sign-in dialog. */
async function send(context: BrowserContext, site: Site, form: Record<string, string>): Promise<void> {
  const answer = await context.request.post(site.origin, { headers: { origin: site.origin, accept: "application/json", "accept-language": "de-DE" }, form });
  if (answer.status() !== 204) throw new Error(`${form.form}: ${answer.status()} ${answer.headers()["form-refused"]}`);
  // The page that would say so is not opened.
  await context.clearCookies({ name: "form-done" });
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
