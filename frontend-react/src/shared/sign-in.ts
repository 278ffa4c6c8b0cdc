// Asks who somebody is, in place. The dialog's script (`features/identity/sign-in-dialog.ts`) may have to be fetched first.
import { send } from "./events";
import { go } from "./navigate";

/** Milliseconds that the dialog's script may take. It opens when that comes later all the same. */
const SCRIPT_WAIT = 10_000;

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

/** Opens the dialog. `unopened` hears that there is none, or that its script does not come. */
export function askSignIn(unopened?: () => void): void {
  send("app:sign-in", { tab: "login" });
  const opened = import("../features/identity/sign-in-dialog").then(({ openSignIn }) => openSignIn("login"));
  const late = new Promise<boolean>((tell) => setTimeout(tell, SCRIPT_WAIT, false));
  void Promise.race([opened, late])
    .catch(() => false)
    .then((isOpen) => isOpen || unopened?.());
}
