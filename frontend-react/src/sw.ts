// The service worker: hashed files from the cache, pages from the network alone, and one page of its own for when there
// is no network. No page of a signed-in person is ever kept. It imports nothing, so that it stays one file.

// TypeScript's names of these are in a library that contradicts the one of pages.
type Extendable = Event & { waitUntil(work: Promise<unknown>): void };
type Message = Extendable & { data: unknown; ports: readonly MessagePort[] };
type Fetch = Extendable & {
  request: Request;
  respondWith(answer: Promise<Response>): void;
};
type Events = { install: Extendable; activate: Extendable; message: Message; fetch: Fetch };
type Worker = {
  addEventListener<K extends keyof Events>(name: K, heard: (event: Events[K]) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
};
const worker = self as unknown as Worker;

const PAGE = "/offline";
/** The page and everything that it needs. */
const KEPT = "offline";
/** What pages asked for since the last build. */
const SEEN = "assets";
/** Addresses that hold their content's hash. */
const HASHED = /^\/(islands|pkg)\/.+-[\w-]{8,}\.\w+$/;

/** Milliseconds that a page may take where the kept one can be shown. */
const PATIENCE = 8000;

/** Milliseconds before a file is asked for again. Browsers do not ask again for a script that failed to come. */
const PAUSES = [250, 1000];

/** The server is not there, or too busy, for the moment. */
const UNREACHED = [502, 503, 504];

/** The person signs out: nothing is kept any more. */
let ended = false;
/** The page is being kept, for the first time or anew. */
let keeping: Promise<void> = Promise.resolve();

worker.addEventListener("install", (event) => {
  keeping = keepPage();
  event.waitUntil(keeping.then(() => worker.skipWaiting()));
});
// No navigation preload: it sends what this worker leaves alone a second time, and the way back from a sign-in counts once.
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("message", (event) => {
  const answer = (text: string) => event.ports[0]?.postMessage(text);
  if (event.data === "end") {
    ended = true;
    event.waitUntil(forget().then(() => answer("ended")));
  } else if (event.data === "renew") {
    keeping = renew();
    event.waitUntil(keeping.then(() => !ended && answer("renewed")));
  }
});
worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (mode !== "navigate") {
    if (HASHED.test(pathname)) event.respondWith(asset(event));
  } else if (!pathname.startsWith("/api/")) {
    event.respondWith(page(event));
  }
});

/** The request goes as it is: with a signal it would be no navigation any more. */
async function page({ request }: Fetch): Promise<Response> {
  const kept = () => caches.match(PAGE, { ignoreVary: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patient = isAwaited(request);
  const late = new Promise<Response>((answer) => {
    timer = setTimeout(async () => {
      const page = (await patient) ? undefined : await kept();
      if (page) answer(page);
    }, PATIENCE);
  });
  try {
    return await Promise.race([fetch(request), late]);
  } catch {
    return (await kept()) ?? Response.error();
  } finally {
    clearTimeout(timer);
  }
}

/** The kept page loads this one, and left a note for that (`page/awaited.ts`). It counts once. */
async function isAwaited({ url }: Request): Promise<boolean> {
  try {
    return await caches.delete(`awaited ${new URL(url).pathname}`);
  } catch {
    return false;
  }
}

async function asset(event: Fetch): Promise<Response> {
  const { request } = event;
  // A cache that cannot be read does not keep the file from coming.
  const kept = await caches.match(request, { ignoreVary: true }).catch(() => undefined);
  if (kept) return kept;
  const answer = await insist(request);
  if (answer.ok && !ended) event.waitUntil(keepAsset(request, answer.clone()));
  return answer;
}

/** A connection that breaks for a moment does not cost the page its script; without any the answer is there at once. */
async function insist(request: Request): Promise<Response> {
  for (const pause of PAUSES) {
    const answer = await fetch(request).catch(() => undefined);
    if (answer && !UNREACHED.includes(answer.status)) return answer;
    if (!navigator.onLine || request.signal?.aborted) break;
    await new Promise((passed) => setTimeout(passed, pause));
  }
  return fetch(request);
}

async function keepAsset(request: Request, answer: Response): Promise<void> {
  await (await caches.open(SEEN)).put(request, answer);
  if (ended) await caches.delete(SEEN);
}

/** What is still being kept comes first: it would be there again afterwards. */
async function forget(): Promise<void> {
  await keeping.catch(() => undefined);
  await Promise.all([caches.delete(KEPT), caches.delete(SEEN)]);
}

/** There is a new build, or the page is wanted in another language. */
async function renew(): Promise<void> {
  await keepPage();
  await caches.delete(SEEN);
}

/** Keeps the page as it is now with the files that it names, and lets go of those of the one before. */
async function keepPage(): Promise<void> {
  const answer = await fetch(PAGE, { cache: "reload", credentials: "same-origin" });
  if (!answer.ok) throw new Error(`${PAGE}: ${answer.status}`);
  const markup = await answer.clone().text();
  const files = [...new Set([...markup.matchAll(/(?:href|src)="(\/islands\/[^"]+)"/g)].map(([, file = ""]) => file))];
  if (ended) return;
  const cache = await caches.open(KEPT);
  const before = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  await cache.addAll(files.filter((file) => !before.includes(file)));
  await cache.put(PAGE, answer);
  await Promise.all(before.filter((file) => file !== PAGE && !files.includes(file)).map((file) => cache.delete(file)));
  if (ended) await caches.delete(KEPT);
}

// Makes this file a module for the compiler; the built one has no trace of it.
export {};
