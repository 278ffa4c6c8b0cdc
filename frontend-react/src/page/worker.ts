const KEPT = "offline";

/** Signed out: what the worker still says is not written down any more. */
let ended = false;

/** Signed-in pages have a service worker, which keeps a page for when there is no connection. */
export async function keepWorker(): Promise<void> {
  ended = false;
  if (!document.documentElement.dataset.userId || !("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  const { active } = await navigator.serviceWorker.ready;
  const current = signature();
  if (localStorage.getItem(KEPT) === current) return;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    if (!ended) localStorage.setItem(KEPT, current);
    port1.close();
  };
  active?.postMessage("renew", [port2]);
}

/** What the kept page depends on: language, light or dark, and the build. */
function signature(): string {
  const { lang, dataset } = document.documentElement;
  const files = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  return [lang, dataset.theme, import.meta.url, ...[...files].map(({ href }) => href)].join(" ");
}

/** Signing out: it keeps nothing any more and answers for no page. */
export async function endWorker(): Promise<void> {
  ended = true;
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.controller?.postMessage("end");
  for (const registration of await navigator.serviceWorker.getRegistrations()) {
    registration.active?.postMessage("end");
    await registration.unregister();
  }
}
