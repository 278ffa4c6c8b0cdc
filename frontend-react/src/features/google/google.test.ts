import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isWebView } from "./environment";
import { newId, startAddress } from "./start";
import { type Told, waitFor } from "./wait";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

describe("programs with a browser inside", () => {
  it.each([
    ["Chrome", CHROME, false],
    ["Safari on a phone", SAFARI, false],
    ["Instagram", `${CHROME} Instagram 300.0`, true],
    ["Android's web view", "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) Chrome/130 Mobile Safari/537.36", true],
    ["Facebook on a phone", SAFARI.replace("Safari/604.1", "[FBAN/FBIOS;FBAV/400]"), true],
    ["any other on a phone", SAFARI.replace(" Safari/604.1", ""), true],
  ])("%s", (_, agent, expected) => expect(isWebView(agent)).toBe(expected));
});

describe("setting out", () => {
  it("names what is known and nothing else", () => {
    const nothing = { code: "", next: "", user: "", embedded: false };
    expect(startAddress({ mode: "login", ...nothing })).toBe("/api/auth/google/start?mode=login");
    const all = startAddress({
      mode: "register",
      popup: true,
      id: "x",
      code: "K7 &",
      next: "/a?b=1",
      user: "",
      embedded: true,
    });
    expect(all).toBe("/api/auth/google/start?mode=register&popup=1&embedded=1&id=x&code=K7+%26&next=%2Fa%3Fb%3D1");
  });

  it("has a name that nobody guesses and the server takes", () => {
    expect(newId()).toMatch(/^[\w-]{43}$/);
    expect(newId()).not.toBe(newId());
  });
});

describe("the answer", () => {
  const id = "N".repeat(43);
  const done: Told = { outcome: "signed_in", userId: "1" };
  let popup: { closed: boolean };
  let ended: AbortController;
  let told: Told[];
  let closed: number;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", vi.fn().mockResolvedValue(Response.json({ outcome: "pending" })));
    popup = { closed: false };
    ended = new AbortController();
    told = [];
    closed = 0;
    const heard = { told: (one: Told) => told.push(one), closed: () => closed++ };
    waitFor(id, popup as Window, ended.signal, heard);
  });
  afterEach(() => {
    ended.abort();
    vi.useRealTimers();
  });

  const write = (message: object) =>
    window.dispatchEvent(new StorageEvent("storage", { key: "google", newValue: JSON.stringify(message) }));

  it("is heard once, and only for this sign-in", () => {
    write({ ...done, state: "another" });
    expect(told).toEqual([]);
    write({ ...done, state: id });
    write({ ...done, state: id });
    expect(told).toEqual([done]);
  });

  it("is asked for where no message arrives", async () => {
    await vi.advanceTimersByTimeAsync(3000);
    expect(told).toEqual([]);
    vi.mocked(fetch).mockResolvedValue(Response.json(done));
    await vi.advanceTimersByTimeAsync(3000);
    expect(told).toEqual([done]);
    const calls = vi.mocked(fetch).mock.calls.length;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(vi.mocked(fetch).mock.calls.length).toBe(calls);
  });

  it("may come after the window seemed to be closed", async () => {
    popup.closed = true;
    vi.mocked(fetch).mockRejectedValue(new TypeError("offline"));
    await vi.advanceTimersByTimeAsync(9000);
    expect(closed).toBe(0);
    await vi.advanceTimersByTimeAsync(9000);
    expect(closed).toBe(1);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(told).toEqual([]);
    vi.mocked(fetch).mockResolvedValue(Response.json(done));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(told).toEqual([done]);
    expect(closed).toBe(1);
  });

  it("is for nobody once another window was opened", () => {
    ended.abort();
    write({ ...done, state: id });
    expect(told).toEqual([]);
  });
});
