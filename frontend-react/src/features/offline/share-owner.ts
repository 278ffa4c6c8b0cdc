// A share of another app belongs to the person who is signed in when it arrives.

/** The cache, with its addresses of the note and of the share, which `sw.ts` knows as well. */
const SHARED = "shared";
const OWNER = "/share-owner";
const SHARE_TARGET = "/share-target";

/** Milliseconds for which a share is offered. */
const LIFETIME = 3_600_000;

/** Notes who is signed in for the service worker, and removes a share that is another person's or too old. */
export async function noteShareOwner(): Promise<void> {
  const { userId } = document.documentElement.dataset;
  if (!userId || !("caches" in window)) return;
  await readShare(userId);
  if (!(await isNoted(userId))) await (await caches.open(SHARED)).put(OWNER, new Response(userId));
}

/** The share for `userId` within the last hour. Any other is removed. */
export async function readShare(userId: string): Promise<FormData | undefined> {
  const kept = await caches.match(SHARE_TARGET, { cacheName: SHARED });
  if (!kept) return undefined;
  const shared = await kept.formData();
  if ((await isNoted(userId)) && Date.now() - Number(shared.get("at")) < LIFETIME) return shared;
  await removeShare();
  return undefined;
}

export async function removeShare(): Promise<void> {
  await (await caches.open(SHARED)).delete(SHARE_TARGET);
}

async function isNoted(userId: string): Promise<boolean> {
  const note = await caches.match(OWNER, { cacheName: SHARED });
  return (await note?.text()) === userId;
}
