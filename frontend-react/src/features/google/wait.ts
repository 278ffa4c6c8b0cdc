// How the answer comes back from Google's window: by whatever reaches us first, and once only.

export type Told = {
  /** `signed_in`, `registered`, `linked`, or the code of a refusal. */
  outcome: string;
  userId?: string;
  /** The text about a refusal. */
  message?: string;
};

type Heard = { told: (told: Told) => void; closed: () => void };

const NAME = "google";
const POLL = 3000;
/** Once the window seems to be closed. */
const SLOWLY = 10_000;
const TIMEOUT = 20_000;
/** `closed` may be true although the window is open: Google's pages cut it off from us (COOP). */
const GRACE = 10_000;
/** The time during which the server remembers the sign-in. */
const LIFETIME = 600_000;

/** The last page of the window sends a message and writes to the storage; where neither arrives the server is asked. */
export function waitFor(id: string, popup: Window, given: AbortSignal, heard: Heard): void {
  const ended = new AbortController();
  const signal = AbortSignal.any([given, ended.signal, AbortSignal.timeout(LIFETIME)]);
  const hear = (message: unknown) => {
    const { state, ...told } = message as Told & { state?: string };
    if (state !== id || signal.aborted) return;
    ended.abort();
    heard.told(told);
  };

  if ("BroadcastChannel" in window) {
    const channel = new BroadcastChannel(NAME);
    channel.addEventListener("message", ({ data }) => hear(data), { signal });
    signal.addEventListener("abort", () => channel.close());
  }
  window.addEventListener("storage", ({ key, newValue }) => key === NAME && newValue && hear(JSON.parse(newValue)), {
    signal,
  });

  let closedAt = 0;
  let isSaid = false;
  const look = async () => {
    if (popup.closed) closedAt ||= Date.now();
    const told = await ask(id);
    if (told && told.outcome !== "pending") hear({ ...told, state: id });
    if (signal.aborted) return;
    if (closedAt && !isSaid && Date.now() - closedAt >= GRACE) {
      // Silently (spec 8). The answer is still waited for, in case the window is open after all.
      isSaid = true;
      heard.closed();
    }
    timer = setTimeout(look, isSaid ? SLOWLY : POLL);
  };
  let timer = setTimeout(look, POLL);
  signal.addEventListener("abort", () => clearTimeout(timer));
}

async function ask(id: string): Promise<Told | undefined> {
  try {
    const answer = await fetch(`/api/auth/google/result?state=${id}`, {
      credentials: "same-origin",
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return answer.ok ? ((await answer.json()) as Told) : undefined;
  } catch {
    return undefined;
  }
}
