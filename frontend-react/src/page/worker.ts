const KEPT = "offline";

/** Signed out: what the worker still says is not written down any more. */
let ended = false;
/** A worker that the browser does not list yet. */
let registering: Promise<unknown> = Promise.resolve();

/** Milliseconds that a worker may take to let go of what it keeps. */
const PATIENCE = 1500;

/** Signed-in pages have a service worker, which keeps a page for when there is no connection. */
export async function keepWorker(): Promise<void> {
  ended = false;
  if (!document.documentElement.dataset.userId || !("serviceWorker" in navigator)) return;
  registering = navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  await registering;
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
  await Promise.race([registering.catch(() => undefined), late()]);
  for (const registration of await navigator.serviceWorker.getRegistrations()) {
    const { installing, waiting, active } = registration;
    // One that is being installed keeps the page just now.
    await Promise.all([installing, waiting, active].map((worker) => worker && Promise.race([end(worker), late()])));
    await registration.unregister();
  }
}

/** Settles when nothing is kept by it any more. */
function end(worker: ServiceWorker): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((ended) => {
    port1.onmessage = () => {
      port1.close();
      ended();
    };
    worker.postMessage("end", [port2]);
  });
}

function late(): Promise<void> {
  return new Promise((passed) => setTimeout(passed, PATIENCE));
}
