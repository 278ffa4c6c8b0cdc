import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeCaches } from "./test/caches";
import { file } from "./test/files";

type Heard = (event: { request: object; respondWith(answer: Promise<Response>): void }) => void;
type Told = (event: { data: string; ports: object[]; waitUntil(work: Promise<unknown>): void }) => void;
type Installed = (event: { waitUntil(work: Promise<unknown>): void }) => void;

const kept = new Response("kept");
const match = vi.fn(async () => kept as Response | undefined);
/** Names of caches. */
const names = new Set<string>();
let heard: Heard;
let told: Told;
let installed: Installed;

beforeEach(async () => {
  vi.resetModules();
  const listen = vi.spyOn(window, "addEventListener");
  vi.stubGlobal("caches", { match, delete: async (name: string) => names.delete(name) });
  await import("./sw");
  const of = (event: string) => listen.mock.calls.find(([name]) => String(name) === event)?.[1] as unknown;
  heard = of("fetch") as Heard;
  told = of("message") as Told;
  installed = of("install") as Installed;
  listen.mockRestore();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  match.mockReset();
  names.clear();
});

const navigation = { method: "GET", mode: "navigate", url: `${location.origin}/create` };

function visit(network: () => Promise<Response>): Promise<Response> {
  vi.stubGlobal("fetch", vi.fn(network));
  return new Promise((answered) => heard({ request: navigation, respondWith: (answer) => answered(answer) }));
}

const stalled = () => new Promise<Response>(() => {});

test("a page comes from the network, however slowly within some seconds", async () => {
  match.mockResolvedValue(kept);
  const page = visit(() => new Promise((answer) => setTimeout(() => answer(new Response("fresh")), 7000)));
  await vi.advanceTimersByTimeAsync(7000);
  expect(await (await page).text()).toBe("fresh");
  expect(vi.mocked(fetch)).toHaveBeenCalledExactlyOnceWith(navigation);
});

test("the stored page is shown when the connection stalls", async () => {
  match.mockResolvedValue(kept);
  const page = visit(stalled);
  await vi.advanceTimersByTimeAsync(8000);
  expect(await page).toBe(kept);
});

test("the network has no timeout without a stored page", async () => {
  match.mockResolvedValue(undefined);
  const page = visit(() => new Promise((answer) => setTimeout(() => answer(new Response("fresh")), 60_000)));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await (await page).text()).toBe("fresh");
});

test("a broken connection is answered at once", async () => {
  match.mockResolvedValue(kept);
  expect(await visit(() => Promise.reject(new TypeError("no connection")))).toBe(kept);
});

test("a load by the stored page has no timeout, once and at its address", async () => {
  match.mockResolvedValue(kept);
  names.add("reload-guard /create").add("reload-guard /dashboard");
  const page = visit(() => new Promise((answer) => setTimeout(() => answer(new Response("fresh")), 60_000)));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await (await page).text()).toBe("fresh");
  expect([...names]).toEqual(["reload-guard /dashboard"]);
  const next = visit(stalled);
  await vi.advanceTimersByTimeAsync(8000);
  expect(await next).toBe(kept);
});

test("a load by the stored page gets that page again when the connection breaks", async () => {
  match.mockResolvedValue(kept);
  names.add("reload-guard /create");
  expect(await visit(() => Promise.reject(new TypeError("no connection")))).toBe(kept);
});

test("a sign-out while the page is being kept for the first time leaves nothing of it", async () => {
  let arrived = (_: Response) => {};
  vi.stubGlobal("fetch", () => new Promise((answer) => (arrived = answer)));
  const put = vi.fn(async () => undefined);
  const open = async (name: string) => {
    names.add(name);
    return { keys: async () => [], addAll: async () => undefined, put };
  };
  vi.stubGlobal("caches", { match, open, delete: async (name: string) => names.delete(name) });
  installed({ waitUntil: (work) => void work.catch(() => undefined) });
  const postMessage = vi.fn();
  const ended = new Promise((end) => told({ data: "end", ports: [{ postMessage }], waitUntil: (work) => end(work) }));
  await vi.advanceTimersByTimeAsync(100);
  expect(postMessage).not.toHaveBeenCalled();
  arrived(new Response("<html></html>"));
  await ended;
  expect(postMessage).toHaveBeenCalledExactlyOnceWith("ended");
  expect(put).not.toHaveBeenCalled();
  expect([...names]).toEqual([]);
});

/** Gives back what it was made of: the test's files are none that it could send. */
class Held extends Response {
  constructor(private readonly sent: FormData) {
    super();
  }
  override async formData() {
    return this.sent;
  }
}

type Sharing = { referrer?: string; send: FormData };

/** The share as the worker keeps it; undefined: it keeps nothing. */
async function share({ referrer = "", send }: Sharing, owner: string | undefined = "user-1") {
  const kept = fakeCaches();
  if (owner) kept.set("/share-owner", new Response(owner));
  vi.stubGlobal("Response", Held);
  const request = {
    method: "POST",
    mode: "navigate",
    url: `${location.origin}/share-target`,
    referrer,
    formData: async () => send,
  };
  const respondWith = vi.fn();
  heard({ request, respondWith });
  const answer: Response | undefined = await respondWith.mock.calls[0]?.[0];
  return { answer, kept: await kept.get("/share-target")?.formData() };
}

function sharing(fields: Record<string, string>, ...photos: File[]): FormData {
  const sent = new FormData();
  for (const [name, value] of Object.entries(fields)) sent.set(name, value);
  for (const photo of photos) sent.append("photos", photo);
  return sent;
}

test("a share of another app waits for the editor, which comes next", async () => {
  const { answer, kept } = await share({ send: sharing({ text: "Ein Fund", userId: "x", at: "9" }) });
  const to = new URL(answer?.headers.get("location") ?? "", location.origin).pathname;
  expect([answer?.status, to]).toEqual([303, "/create"]);
  expect(kept?.get("text")).toBe("Ein Fund");
  expect([kept?.has("userId"), kept?.has("cut"), kept?.get("at")]).toEqual([false, false, String(Date.now())]);
});

test("a share for nobody, or from another site's page, is not kept", async () => {
  const send = sharing({ text: "Unfug" });
  const nobody = await share({ send }, "");
  expect([nobody.answer?.status, nobody.kept]).toEqual([303, undefined]);
  const foreign = await share({ send, referrer: "https://example.org/" });
  expect([foreign.answer, foreign.kept]).toEqual([undefined, undefined]);
});

test("3000 characters and three photos of a share are kept, and that there was more", async () => {
  const photo = (bytes: number) => file("a.jpg", { bytes });
  const all = await share({
    send: sharing({ title: "T".repeat(1000), text: "😀".repeat(2000) }, photo(1), photo(2), photo(3)),
  });
  expect([all.kept?.get("text"), all.kept?.getAll("photos").length, all.kept?.has("cut")]).toEqual([
    "😀".repeat(2000),
    3,
    false,
  ]);
  const more = await share({ send: sharing({ text: "a".repeat(3001), url: "u" }, photo(1), photo(20_000_000)) });
  expect([more.kept?.get("text"), more.kept?.get("url")]).toEqual(["a".repeat(3000), ""]);
  expect([more.kept?.getAll("photos").length, more.kept?.has("cut")]).toEqual([1, true]);
  const many = await share({ send: sharing({}, photo(1), photo(1), photo(1), photo(1)) });
  expect([many.kept?.getAll("photos").length, many.kept?.has("cut")]).toEqual([3, true]);
});

const asset = { method: "GET", mode: "cors", url: `${location.origin}/islands/assets/loader-12345678.js` };

function load(network: () => Promise<Response>): Promise<Response> {
  vi.stubGlobal("fetch", vi.fn(network));
  const put = async () => undefined;
  vi.stubGlobal("caches", { match, open: async () => ({ put }), delete: async (name: string) => names.delete(name) });
  return new Promise((answered, failed) => {
    const respondWith = (answer: Promise<Response>) => void answer.then(answered, failed);
    const waitUntil = (work: Promise<unknown>) => void work;
    heard({ request: asset, respondWith, waitUntil } as Parameters<Heard>[0]);
  });
}

test("a file that does not come at once is asked for again", async () => {
  match.mockResolvedValue(undefined);
  const answers = [() => Promise.reject(new TypeError("broken")), async () => new Response("busy", { status: 503 })];
  const answer = load(() => answers.shift()?.() ?? Promise.resolve(new Response("there")));
  await vi.advanceTimersByTimeAsync(1250);
  expect(await (await answer).text()).toBe("there");
});

test("a file is not asked for after pauses where there is no connection", async () => {
  match.mockResolvedValue(undefined);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await expect(load(() => Promise.reject(new TypeError("offline")))).rejects.toThrow("offline");
});

test("a cache that cannot be read does not keep a file from coming", async () => {
  match.mockRejectedValue(new DOMException("broken", "UnknownError"));
  expect(await (await load(async () => new Response("there"))).text()).toBe("there");
});
