// The ID token for calls to `/api`: in memory only, for five minutes, asked for once at a time.

import { LIMIT, limited, unlessStopped } from "./limited";
import { signInAgain } from "./sign-in";

const MINUTES = 5;

type Token = { idToken: string; expiresAt: string };

let kept: { value: string | null; until: number } | undefined;
let asked: Promise<string | null> | undefined;
/** Counts what was forgotten: an answer from before is not kept. */
let generation = 0;

/**
 * Null when nobody is signed in or the server cannot be reached: the call then goes by the cookie alone. Rejects where the
 * connection stalls, in which the call would stall as well.
 */
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
 * with a new password while the session goes on. `signal` ends the waiting for a token, too.
 */
export async function withToken<A extends { status: number }>(
  send: (token: string | null) => Promise<A>,
  signal?: AbortSignal | null,
): Promise<A> {
  const token = await unlessStopped(idToken(), signal);
  let answer = await send(token);
  if (answer.status === 401 && token) {
    if (kept?.value === token) forgetToken();
    const next = await unlessStopped(idToken(), signal);
    if (next && next !== token) answer = await send(next);
  }
  if (answer.status === 401) forgetToken();
  return answer;
}

/**
 * `limit`: milliseconds that the answer may take; null where somebody else sees to that. `quietly`: nobody asked for it, or
 * the caller itself sees to a session that is over.
 */
type Init = RequestInit & { body?: string | FormData | null; limit?: number | null; quietly?: boolean };

/**
 * `fetch` on `/api` as the person who is signed in. The body must be one that can be sent twice. Where the session is over,
 * the page leads to the sign-in as well.
 */
export async function call(path: string, { limit = LIMIT, quietly = false, ...init }: Init = {}): Promise<Response> {
  const answer = await withToken((token) => {
    const headers = new Headers(init.headers);
    headers.set("Accept", "application/json");
    if (token) headers.set("Authorization", `Bearer ${token}`);
    const signal = limit === null ? init.signal : limited(limit, init.signal);
    return fetch(path, { ...init, headers, credentials: "same-origin", ...(signal && { signal }) });
  }, init.signal);
  if (answer.status === 401 && !quietly) void lead(answer.clone());
  return answer;
}

/** A page that was made for a guest expects no session. */
async function lead(refused: Response): Promise<void> {
  const { code }: { code?: string } = await refused.json().catch(() => ({}));
  if (code === "unauthenticated" && document.documentElement.dataset.userId) signInAgain();
}

async function ask(): Promise<string | null> {
  const now = Date.now();
  const before = generation;
  const signal = limited(LIMIT);
  try {
    const answer = await fetch("/api/auth/token", { credentials: "same-origin", cache: "no-store", signal });
    if (!answer.ok) return null;
    const token = (await answer.json()) as Token;
    const expires = Date.parse(token.expiresAt);
    const until = Math.min(now + MINUTES * 60_000, Number.isNaN(expires) ? now : expires);
    if (before === generation) kept = { value: token.idToken, until };
    return token.idToken;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
