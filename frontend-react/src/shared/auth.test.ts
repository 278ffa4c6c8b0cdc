import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call, forgetToken, idToken } from "./auth";

let answers: Response[];
const asked = vi.fn(
  async (_path: string, _init?: RequestInit) => answers.shift() ?? new Response(null, { status: 204 }),
);
const token = (idToken: string, minutes = 60) =>
  new Response(JSON.stringify({ idToken, expiresAt: new Date(Date.now() + minutes * 60_000).toISOString() }));

beforeEach(() => {
  vi.useFakeTimers();
  forgetToken();
  asked.mockClear();
  vi.stubGlobal("fetch", asked);
});
afterEach(() => {
  vi.useRealTimers();
});

test("the token is asked for once at a time and kept for five minutes", async () => {
  answers = [token("a"), token("b")];
  expect(await Promise.all([idToken(), idToken()])).toEqual(["a", "a"]);
  vi.advanceTimersByTime(4.9 * 60_000);
  expect(await idToken()).toBe("a");
  vi.advanceTimersByTime(0.2 * 60_000);
  expect(await idToken()).toBe("b");
  expect(asked).toHaveBeenCalledTimes(2);
});

test("a token that ends sooner is kept no longer than that", async () => {
  answers = [token("a", 1), token("b")];
  await idToken();
  vi.advanceTimersByTime(61_000);
  expect(await idToken()).toBe("b");
});

test("a call without a session uses the cookie alone", async () => {
  answers = [new Response(null, { status: 401 }), new Response("[]")];
  await call("/api/entries");
  const headers = asked.mock.calls[1]?.[1]?.headers as Headers;
  expect(headers.has("Authorization")).toBe(false);
  expect(asked.mock.calls[1]?.[1]?.credentials).toBe("same-origin");
});

const bearers = () => asked.mock.calls.map(([path, init]) => [path, new Headers(init?.headers).get("Authorization")]);
const refused = () => new Response(null, { status: 401 });

test("a token that ended in another tab does not sign anybody out: the call is made again with the next one", async () => {
  answers = [token("a"), refused(), token("b"), new Response("[]")];
  const answer = await call("/api/entries", { method: "POST", body: "{}" });
  expect(answer.status).toBe(200);
  expect(bearers()).toEqual([
    ["/api/auth/token", null],
    ["/api/entries", "Bearer a"],
    ["/api/auth/token", null],
    ["/api/entries", "Bearer b"],
  ]);
  expect(asked.mock.calls[3]?.[1]?.body).toBe("{}");
  expect(await idToken()).toBe("b");
});

test("an ended session is reported at once, and a call is made twice at most", async () => {
  answers = [token("a"), refused(), refused()];
  expect((await call("/api/entries")).status).toBe(401);
  expect(asked).toHaveBeenCalledTimes(3);
  answers = [token("a"), refused(), token("b"), refused()];
  expect((await call("/api/entries")).status).toBe(401);
  expect(asked).toHaveBeenCalledTimes(7);
});

test("an answer that was on its way when it was forgotten is not kept", async () => {
  let late = (_: Response) => {};
  asked.mockReturnValueOnce(
    new Promise((done) => {
      late = done;
    }),
  );
  const before = idToken();
  forgetToken();
  answers = [token("new"), token("third")];
  const after = idToken();
  late(token("old"));
  await before;
  expect(await after).toBe("new");
  expect(await idToken()).toBe("new");
  forgetToken();
  asked.mockReturnValueOnce(
    new Promise((done) => {
      late = done;
    }),
  );
  const again = idToken();
  forgetToken();
  late(token("old"));
  await again;
  expect(await idToken()).toBe("third");
});

test("nothing of it is in the browser's storage", async () => {
  answers = [token("secret")];
  await idToken();
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])).not.toContain("secret");
});

/** A connection that neither brings anything nor breaks. */
const stalled = (_path: string, init?: RequestInit) =>
  new Promise<Response>((_, lost) => init?.signal?.addEventListener("abort", () => lost(init.signal?.reason)));

test("a token that does not come within 15 seconds ends the call, and the next one asks anew", async () => {
  asked.mockImplementationOnce(stalled);
  const ended = expect(call("/api/entries")).rejects.toThrow("no answer");
  await vi.advanceTimersByTimeAsync(15_000);
  await ended;
  expect(asked).toHaveBeenCalledTimes(1);
  answers = [token("a"), new Response("[]")];
  expect((await call("/api/entries")).status).toBe(200);
});

test("a call that is not answered within 15 seconds ends, unless it may take longer", async () => {
  answers = [token("a")];
  await idToken();
  asked.mockImplementationOnce(stalled);
  const ended = expect(call("/api/entries")).rejects.toThrow("no answer");
  await vi.advanceTimersByTimeAsync(15_000);
  await ended;
  asked.mockImplementationOnce(async () => {
    await new Promise((later) => setTimeout(later, 60_000));
    return new Response("{}");
  });
  const slow = call("/api/transcribe-audio", { limit: null });
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await slow).status).toBe(200);
});

test("an aborted call does not wait for its token, and others still get it", async () => {
  asked.mockImplementationOnce(async () => {
    await new Promise((later) => setTimeout(later, 5000));
    return token("a");
  });
  const other = idToken();
  const stop = new AbortController();
  const stopped = expect(call("/api/entries", { signal: stop.signal })).rejects.toThrow();
  stop.abort();
  await stopped;
  await vi.advanceTimersByTimeAsync(5000);
  expect(await other).toBe("a");
});
