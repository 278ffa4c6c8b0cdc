// Events on `window` between the page, React islands, Leptos islands and the editor.
import { parse } from "./i18n";
import { tabStorage } from "./storage";

export type Toast = {
  title: string;
  description?: string;
  kind?: "ok" | "error";
  /** A link, or an event that is sent on `window`. A toast with an action stays until closed, unless it is `passing`. */
  action?: { label: string; href: string } | { label: string; event: string; detail?: unknown };
  /** Its action can be found elsewhere as well, so it goes as any other. */
  passing?: boolean;
  /** A second link, after the description. */
  also?: { label: string; href: string };
};

export type SignOutTexts = { confirm: string; yes: string; no: string; failed: string };

type Events = {
  "app:toast": Toast;
  /** The dialog to sign in is about to open. */
  "app:sign-in": { tab: "login" | "register" };
  /** A call of a Leptos island was refused because the session is over. */
  "app:session-over": object;
  "app:signed-in": { userId: string };
  "app:google-linked": { userId: string };
  "app:google-not-linked": { message: string };
  /** The draft at `key` had waited for a connection and is saved now. */
  "app:draft-sent": { key: string };
  /** `confirm` is asked, with its `yes` and `no`, when a draft would be lost, `failed` is shown when the server did not end the session. */
  "app:sign-out": SignOutTexts;
};

export function send<K extends keyof Events>(name: K, detail: Events[K]): void {
  window.dispatchEvent(new CustomEvent(name, { detail }));
}

/** Listens until `signal` aborts or the returned function is called. */
export function on<K extends keyof Events>(
  name: K,
  heard: (detail: Events[K]) => void,
  signal?: AbortSignal,
): () => void {
  const listener = (event: Event) => heard((event as CustomEvent<Events[K]>).detail);
  window.addEventListener(name, listener, signal && { signal });
  return () => window.removeEventListener(name, listener);
}

const CARRIED = "toast";

/** Shows `toast` on the next page. */
export function carryToast(toast: Toast): void {
  // The next page shows no toast without storage, but its content says enough.
  tabStorage.write(CARRIED, JSON.stringify(toast));
}

/** The toast that the page before left, once. */
export function takeToast(): Toast | undefined {
  const carried = parse<Toast | undefined>(tabStorage.read(CARRIED), undefined);
  tabStorage.remove(CARRIED);
  return carried;
}
