// The ID token for calls to `/api`: in memory only, for five minutes, asked for once at a time.

const MINUTES = 5;

type Token = { idToken: string; expiresAt: string };

let kept: { value: string | null; until: number } | undefined;
let asked: Promise<string | null> | undefined;
/** Counts what was forgotten: an answer from before is not kept. */
let generation = 0;

/** Null when nobody is signed in or the server does not answer: the call then goes by the cookie alone. */
export function idToken(): Promise<string | null> {
  if (kept && Date.now() < kept.until) return Promise.resolve(kept.value);
  if (asked) return asked;
  const mine = ask().finally(() => {
    if (asked === mine) asked = undefined;
  });
  asked = mine;
  return mine;
}

/** After a sign-in, a sign-out or a refused token. */
export function forgetToken(): void {
  kept = undefined;
  asked = undefined;
  generation += 1;
}

/** `fetch` on `/api` as the person who is signed in. */
export async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("Accept", "application/json");
  const token = await idToken();
  if (token) headers.set("Authorization", `Bearer ${token}`);
  const answer = await fetch(path, { ...init, headers, credentials: "same-origin" });
  if (answer.status === 401) forgetToken();
  return answer;
}

async function ask(): Promise<string | null> {
  const now = Date.now();
  const before = generation;
  try {
    const answer = await fetch("/api/auth/token", { credentials: "same-origin", cache: "no-store" });
    if (!answer.ok) return null;
    const token = (await answer.json()) as Token;
    const expires = Date.parse(token.expiresAt);
    const until = Math.min(now + MINUTES * 60_000, Number.isNaN(expires) ? now : expires);
    if (before === generation) kept = { value: token.idToken, until };
    return token.idToken;
  } catch {
    return null;
  }
}
