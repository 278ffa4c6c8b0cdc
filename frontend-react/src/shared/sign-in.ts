// Asks who somebody is, in place. The dialog is a module of its own (`wasm-boot.ts`), which may have to be fetched first.
import { send } from "./events";
import { go } from "./navigate";

/** Milliseconds that the dialog may take to open once it is asked. */
const DIALOG_WAIT = 1000;
/** Milliseconds after which a dialog that is still coming is not waited for any more; it opens when it comes all the same. */
const MODULE_WAIT = 10_000;

/** Delay in milliseconds between the message and the page to sign in (spec 4). */
const TO_SIGN_IN = 500;

/**
 * Handles an ended session: opens the page's dialog to sign in again, else the page to sign in, which leads back here.
 */
export function signInAgain(): void {
  if (document.querySelector("#sign-in[data-again]")) askSignIn(toSignIn);
  else setTimeout(toSignIn, TO_SIGN_IN);
}

/** Opens the page to sign in, which leads back here. */
export function toSignIn(): void {
  go(`/api/login?next=${encodeURIComponent(location.pathname + location.search)}`);
}

/** Opens the dialog, at once or as soon as its module has started. `unopened` is called if there is none. */
export function askSignIn(unopened?: () => void): void {
  let told = false;
  const isOpen = () => document.querySelector("#sign-in[open]") !== null;
  const tell = () => {
    if (told || isOpen()) return;
    told = true;
    unopened?.();
  };
  let late: ReturnType<typeof setTimeout> | undefined;
  const ask = () => {
    clearTimeout(late);
    send("app:sign-in", { tab: "login" });
    // An open dialog needs no further check: it closes as soon as somebody has signed in.
    if (!isOpen()) setTimeout(tell, DIALOG_WAIT);
  };
  if (isComing()) {
    document.documentElement.dataset.islands = "wanted";
    window.addEventListener("app:islands", ask, { once: true });
    window.dispatchEvent(new Event("app:islands-wanted"));
    late = setTimeout(tell, MODULE_WAIT);
  } else ask();
}

function isComing(): boolean {
  const { islands } = document.documentElement.dataset;
  return document.querySelector("script[data-wasm]") !== null && islands !== "ready" && islands !== "failed";
}
