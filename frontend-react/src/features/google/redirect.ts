// The redirect variant: what is remembered while the window is at Google's, and what to say when it is back (spec 4).
import { send } from "../../shared/events";
import { parse, t, textsAround } from "../../shared/i18n";
import { tabStorage } from "../../shared/storage";
import { fillInvitation, refuse } from "../identity/sign-in-dialog";
import { isWebView } from "./environment";
import type { Start } from "./start";

const NAME = "google";
/** Spec 9: the redirect event is kept for ten minutes. */
const LIFETIME = 600_000;

type Pending = { mode: Start["mode"]; code: string; at: number };

export function remember({ mode, code }: Start): void {
  tabStorage.write(NAME, JSON.stringify({ mode, code, at: Date.now() } satisfies Pending));
}

function take(): Pending | undefined {
  const pending = parse<Pending | undefined>(tabStorage.read(NAME), undefined);
  tabStorage.remove(NAME);
  return pending && Date.now() - pending.at < LIFETIME ? pending : undefined;
}

/** Says how it went, on the page that the window came back to. */
export function returned(): void {
  const address = new URL(location.href);
  const refused = address.searchParams.get("google");
  // The message is for now, not for the next time this page is loaded.
  if (refused) {
    address.searchParams.delete("google");
    history.replaceState(history.state, "", address);
  }
  const pending = take();
  if (!pending || pending.mode === "link") return;
  const dialog = document.getElementById("sign-in");
  if (document.documentElement.dataset.userId) toastSignedIn(pending);
  else if (dialog) explain(dialog, pending, refused !== null);
}

function explain(dialog: HTMLElement, pending: Pending, isTold: boolean): void {
  if (pending.code) fillInvitation(pending.code);
  // Back without an answer: Google did not let them in from here.
  if (!isTold && isWebView()) {
    const message = t(textsAround(dialog.querySelector("[data-google]") ?? dialog), "google.web_view");
    refuse(pending.mode === "register" ? "register" : "login", message);
  }
}

function toastSignedIn({ mode }: Pending): void {
  const { googleSignedIn = "", googleRegistered = "" } = document.body.dataset;
  const title = mode === "register" ? googleRegistered : googleSignedIn;
  if (title) send("app:toast", { title, kind: "ok" });
}
