// Asks who somebody is, in place. The dialog's script (`features/identity/sign-in-dialog.ts`) may have to be fetched first.
import { send } from "./events";
import { go } from "./navigate";

/** Milliseconds that the dialog's script may take. It opens when that comes later all the same. */
const SCRIPT_WAIT = 10_000;

/** Milliseconds that the page has to say so before the one to sign in comes (spec 4). */
const TO_SIGN_IN = 500;

/** The session is over: the dialog opens where the page has one for that, else the way leads to the sign-in and back here. */
export function signInAgain(): void {
  if (document.querySelector("#sign-in[data-again]")) askSignIn(toSignIn);
  else setTimeout(toSignIn, TO_SIGN_IN);
}

/** To the page to sign in, and back here. */
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
