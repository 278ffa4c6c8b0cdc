// The link of a mailed invitation carries a token in its hash that proves who got the mail. It moves from the address into
// this tab's storage at once, because a button, an in-page link or a change of language would drop the hash.

/** Read by the sign-in dialog (`app/src/identity/dialog_state.rs`). */
const NAME = "email-token";
const START = "#proof=";

/** Stored as `CODE#proof=TOKEN`: the token is valid with that invitation code only. */
export function keepEmailToken(): void {
  const code = new URLSearchParams(location.search).get("invite");
  if (!code) return;
  try {
    if (location.hash.startsWith(START)) {
      sessionStorage.setItem(NAME, code + location.hash);
      history.replaceState(history.state, "", location.pathname + location.search);
    } else if (sessionStorage.getItem(NAME)?.startsWith(code + START) === false) {
      sessionStorage.removeItem(NAME);
    }
  } catch {
    // Without storage it stays in the address, where the sign-in dialog looks as well.
  }
}
