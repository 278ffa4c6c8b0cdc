// The ID token for calls to `/api`: in memory only, for five minutes, asked for once at a time.

import { LIMIT, limited, unlessStopped } from "./limited";
import { signInAgain } from "./sign-in";

const MINUTES = 5;

type Token = { idToken: string; expiresAt: string };

let kept: { value: string | null; until: number } | undefined;
let asked: Promise<string | null> | undefined;
/** Counts forgotten tokens, so that the answer to an earlier request is dropped. */
let generation = 0;

/**
 * Null if nobody is signed in or the server cannot be reached: the call then uses the cookie alone. Rejects if the
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
 * Sends with the token. If it is refused, sends once more with the session's next one: another tab may have ended the
 * token with a new password while the session goes on. `signal` also ends the wait for a token.
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
 * `limit`: timeout of the answer in milliseconds; null: the caller has its own. `quietly`: nobody asked for it, or the
 * caller handles an ended session.
 */
type Init = RequestInit & { body?: string | FormData | null; limit?: number | null; quietly?: boolean };

/**
 * `fetch` on `/api` as the signed-in person. The body must be one that can be sent twice. An ended session leads to
 * the sign-in.
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
