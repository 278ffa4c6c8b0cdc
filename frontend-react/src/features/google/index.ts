// Signing in with Google: the buttons with `data-google`, in the dialog and in the settings.
import { send } from "../../shared/events";
import { t, textsAround } from "../../shared/i18n";
import { go } from "../../shared/navigate";
import { refuse, signedIn, type Tab } from "../identity/sign-in-dialog";
import { isWebView } from "./environment";
import { openPopup } from "./popup";
import { remember, returned } from "./redirect";
import { connectWhenFresh, hearConnections } from "./settings";
import { newId, type Start, startAddress } from "./start";
import { type Told, waitFor } from "./wait";

/** Ends the waiting for the window before. */
let waiting: AbortController | undefined;
/** The button that was pressed, for going on in the same window. */
let pressed: HTMLElement | undefined;

export function listenForGoogle(): void {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("[data-google]");
    if (!button) return;
    if (button.dataset.google !== "same-window") press(button);
    else if (pressed) goOn(pressed);
  });
  hearConnections();
  returned();
  // The browser may bring the page back as it was left.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) returned();
  });
}

/** Everything up to opening the window happens in the click: a window that opens later is blocked. */
function press(button: HTMLElement): void {
  const mode = button.dataset.google;
  const wrong = objection(button);
  fail(button, wrong);
  if (wrong || (mode === "link" && !connectWhenFresh(button))) return;
  pressed = button;
  // A web view has no other window.
  if (isWebView()) goOn(button);
  else openWindow(button);
}

/** The reason why the button does nothing; empty: it works. */
function objection(button: HTMLElement): string {
  if (button.dataset.unavailable) return button.dataset.unavailable;
  const missing = button.dataset.google === "register" && !invitationOf(button);
  return missing ? t(textsAround(button), "sign_in.invitation_missing") : "";
}

function openWindow(button: HTMLElement): void {
  const id = newId();
  const popup = openPopup(startAddress({ ...asked(button), popup: true, id }));
  if (!popup) {
    fail(button, t(textsAround(button), "google.popup_blocked"));
    offerSameWindow(button, true);
    return;
  }
  offerSameWindow(button, false);
  waiting?.abort();
  waiting = new AbortController();
  const ready = busy(button);
  waiting.signal.addEventListener("abort", ready);
  waitFor(id, popup, waiting.signal, {
    told: (told) => {
      ready();
      popup.close();
      finish(button, told);
    },
    closed: ready,
  });
}

function asked(button: HTMLElement): Start {
  const dialog = button.closest<HTMLElement>("dialog");
  const here = location.pathname + location.search;
  return {
    mode: (button.dataset.google ?? "login") as Start["mode"],
    code: button.dataset.google === "register" ? invitationOf(button) : "",
    next: dialog && !dialog.hasAttribute("data-again") ? (dialog.dataset.next ?? "/") : here,
    user: button.dataset.user ?? "",
    embedded: isWebView(),
  };
}

function invitationOf(button: HTMLElement): string {
  return button.closest("dialog")?.querySelector<HTMLInputElement>("[name=invitation_code]")?.value.trim() ?? "";
}

/** The redirect variant. */
function goOn(button: HTMLElement): void {
  const start = asked(button);
  remember(start);
  go(startAddress(start));
}

function finish(button: HTMLElement, told: Told): void {
  if (!told.userId) fail(button, told.message ?? "");
  else if (button.dataset.google === "link") send("app:google-linked", { userId: told.userId });
  else enter(button, told.outcome === "registered" ? "register" : "login", told.userId);
}

/** Leads to the page that the person wanted, unless this one waits. */
function enter(button: HTMLElement, tab: Tab, userId: string): void {
  signedIn(tab, userId);
  const dialog = button.closest<HTMLElement>("dialog");
  if (dialog && !dialog.hasAttribute("data-again")) go(dialog.dataset.next ?? "/dashboard");
}

/** An empty message takes the one before away. */
function fail(button: HTMLElement, message: string): void {
  if (button.dataset.google === "link") send("app:google-not-linked", { message });
  else refuse(button.dataset.google === "register" ? "register" : "login", message);
}

function offerSameWindow(button: HTMLElement, isOffered: boolean): void {
  const other = button.parentElement?.querySelector<HTMLElement>("[data-google=same-window]");
  other?.toggleAttribute("hidden", !isOffered);
}

/** The returned function takes it back. */
function busy(button: HTMLElement): () => void {
  const label = button.querySelector<HTMLElement>("[data-label]");
  const before = button.dataset.idle ?? label?.textContent ?? "";
  button.dataset.idle = before;
  if (label && button.dataset.busy) label.textContent = button.dataset.busy;
  return () => {
    if (label) label.textContent = before;
  };
}
