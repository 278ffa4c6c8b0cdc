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

/**
 * Sends with the token; where it is refused, once more with the session's next one: another tab may have ended the token
 * with a new password while the session goes on.
 */
export async function withToken<A extends { status: number }>(send: (token: string | null) => Promise<A>): Promise<A> {
  const token = await idToken();
  let answer = await send(token);
  if (answer.status === 401 && token) {
    if (kept?.value === token) forgetToken();
    const next = await idToken();
    if (next && next !== token) answer = await send(next);
  }
  if (answer.status === 401) forgetToken();
  return answer;
}

/** `fetch` on `/api` as the person who is signed in. The body must be one that can be sent twice. */
export function call(path: string, init: RequestInit & { body?: string | FormData | null } = {}): Promise<Response> {
  return withToken((token) => {
    const headers = new Headers(init.headers);
    headers.set("Accept", "application/json");
    if (token) headers.set("Authorization", `Bearer ${token}`);
    return fetch(path, { ...init, headers, credentials: "same-origin" });
  });
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
