const KEPT = "offline";

/** The person signed out: a late answer of the worker is not stored any more. */
let ended = false;
/** A registration under way, which the browser does not list yet. */
let registering: Promise<unknown> = Promise.resolve();

/** Milliseconds that a worker may take to delete its caches. */
const TIMEOUT = 1500;

/** Registers the service worker on signed-in pages. It caches the offline page. */
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

/** The properties on which the offline page depends: language, theme, and build. */
function signature(): string {
  const { lang, dataset } = document.documentElement;
  const files = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  return [lang, dataset.theme, import.meta.url, ...[...files].map(({ href }) => href)].join(" ");
}

/** Signing out: the worker deletes its caches and is unregistered. */
export async function endWorker(): Promise<void> {
  ended = true;
  if (!("serviceWorker" in navigator)) return;
  await Promise.race([registering.catch(() => undefined), late()]);
  for (const registration of await navigator.serviceWorker.getRegistrations()) {
    const { installing, waiting, active } = registration;
    // A worker that is being installed may be filling its cache.
    await Promise.all([installing, waiting, active].map((worker) => worker && Promise.race([end(worker), late()])));
    await registration.unregister();
  }
}

/** Settles when the worker has deleted its caches. */
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
  return new Promise((passed) => setTimeout(passed, TIMEOUT));
}
