// The service worker: hashed files from the cache, pages from the network alone, and one page of its own for when there
// is no network. No page of a signed-in person is ever kept. It imports nothing, so that it stays one file.

// TypeScript has these types in a library that conflicts with the one of pages.
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
/** The cache for the offline page and everything that it needs. */
const KEPT = "offline";
/** The cache for files that pages requested since the last build. */
const SEEN = "assets";
/** Addresses that hold their content's hash. */
const HASHED = /^\/(islands|pkg)\/.+-[\w-]{8,}\.\w+$/;

/**
 * The address to which other apps share (`public/manifest.webmanifest`), and the cache that stores a share until
 * today's editor offers it. Signed-in pages note there whose browser this is (`features/offline/share-owner.ts`).
 * Without that note nothing is stored.
 */
const SHARE_TARGET = "/share-target";
const SHARED = "shared";
const OWNER = "/share-owner";

/** The part of a share that is stored; a file has less than 20 MB (product 5). */
const MOST = { characters: 3000, photos: 3, bytes: 20_000_000 };

/** Milliseconds that a page may take before the offline page is shown. */
const TIMEOUT = 8000;

/** Milliseconds before a file is requested again. Browsers do not request a failed script again by themselves. */
const PAUSES = [250, 1000];

/** The server is not there, or too busy, for the moment. */
const UNREACHED = [502, 503, 504];

/** The person signs out: nothing is cached any more. */
let ended = false;
/** The offline page is being cached, for the first time or again. */
let keeping: Promise<void> = Promise.resolve();

worker.addEventListener("install", (event) => {
  keeping = keepPage();
  event.waitUntil(keeping.then(() => worker.skipWaiting()));
});
// No navigation preload: it would send requests a second time that this worker does not handle, and the redirect back from a
// sign-in works only once.
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
  if (origin !== location.origin) return;
  // The server refuses what the form of another site sends. Such a site can hide that, so that the editor asks as well.
  if (method === "POST" && pathname === SHARE_TARGET && !isForeign(event.request)) {
    event.respondWith(keepShared(event.request));
  }
  if (method !== "GET") return;
  if (mode !== "navigate") {
    if (HASHED.test(pathname)) event.respondWith(asset(event));
  } else if (!pathname.startsWith("/api/")) {
    event.respondWith(page(event));
  }
});

/** The request is passed on unchanged: with an abort signal it would not be a navigation any more. */
async function page({ request }: Fetch): Promise<Response> {
  const kept = () => caches.match(PAGE, { ignoreVary: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const mayBeSlow = hasNote(request);
  const late = new Promise<Response>((answer) => {
    timer = setTimeout(async () => {
      const page = (await mayBeSlow) ? undefined : await kept();
      if (page) answer(page);
    }, TIMEOUT);
  });
  try {
    return await Promise.race([fetch(request), late]);
  } catch {
    return (await kept()) ?? Response.error();
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the offline page is loading this one, for which it left a note (`shared/reload-guard.ts`). The note counts once. */
async function hasNote({ url }: Request): Promise<boolean> {
  try {
    return await caches.delete(`reload-guard ${new URL(url).pathname}`);
  } catch {
    return false;
  }
}

/** A share of the system comes from no page. */
function isForeign({ referrer }: Request): boolean {
  return URL.canParse(referrer) && new URL(referrer).origin !== location.origin;
}

/** Stores a share for `features/offline/shared.ts`. A share that cannot be stored is still in the other app. */
async function keepShared(request: Request): Promise<Response> {
  try {
    const isOwned = await caches.match(OWNER, { cacheName: SHARED });
    if (isOwned && !ended) {
      const shared = new Response(bounded(await request.formData()));
      await (await caches.open(SHARED)).put(SHARE_TARGET, shared);
      if (ended) await caches.delete(SHARED);
    }
  } catch (error) {
    console.error(error);
  }
  return Response.redirect(new URL("/create", location.origin), 303);
}

/** The known fields of a share, its time (`at`), and whether something was left out (`cut`). */
function bounded(sent: FormData): FormData {
  const kept = new FormData();
  let room = MOST.characters;
  let isCut = false;
  for (const name of ["title", "text", "url"]) {
    const value = sent.get(name);
    const characters = typeof value === "string" ? [...value.slice(0, 2 * (room + 1))] : [];
    isCut ||= characters.length > room;
    kept.set(name, characters.slice(0, room).join(""));
    room = Math.max(0, room - characters.length);
  }
  const photos = sent.getAll("photos").filter((photo) => photo instanceof File && photo.size > 0) as File[];
  const fitting = photos.filter(({ size }) => size < MOST.bytes).slice(0, MOST.photos);
  for (const photo of fitting) kept.append("photos", photo);
  if (isCut || fitting.length < photos.length) kept.set("cut", "");
  kept.set("at", String(Date.now()));
  return kept;
}

async function asset(event: Fetch): Promise<Response> {
  const { request } = event;
  // The file comes from the network if the cache cannot be read.
  const kept = await caches.match(request, { ignoreVary: true }).catch(() => undefined);
  if (kept) return kept;
  const answer = await insist(request);
  if (answer.ok && !ended) event.waitUntil(keepAsset(request, answer.clone()));
  return answer;
}

/** Requests a file again after a short failure of the connection. Without any connection it fails at once. */
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

/** Waits for writing under way, which would otherwise put the files back. */
async function forget(): Promise<void> {
  await keeping.catch(() => undefined);
  await Promise.all([KEPT, SEEN, SHARED].map((name) => caches.delete(name)));
}

/** Stores the offline page anew, for a new build or another language. */
async function renew(): Promise<void> {
  await keepPage();
  await caches.delete(SEEN);
}

/** Caches the offline page as it is now with the files that it names, and removes the files of its previous version. */
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
