// The link of a mailed invitation carries a token in its hash that proves who got the mail. It moves from the address into
// this tab's storage at once, because a button, an in-page link or a change of language would drop the hash.

import { tabStorage } from "../../shared/storage";

export const EMAIL_TOKEN = "email-token";
const START = "#proof=";

/** Stored as `CODE#proof=TOKEN`: the token is valid with that invitation code only. */
export function keepEmailToken(): void {
  const code = new URLSearchParams(location.search).get("invite");
  if (!code) return;
  try {
    if (location.hash.startsWith(START)) {
      sessionStorage.setItem(EMAIL_TOKEN, code + location.hash);
      history.replaceState(history.state, "", location.pathname + location.search);
    } else if (sessionStorage.getItem(EMAIL_TOKEN)?.startsWith(code + START) === false) {
      sessionStorage.removeItem(EMAIL_TOKEN);
    }
  } catch {
    // The token stays in the address if there is no storage.
  }
}

/** `CODE#proof=TOKEN`, for the form that registers. */
export function emailToken(): string | undefined {
  const code = new URLSearchParams(location.search).get("invite");
  return location.hash.startsWith(START) ? `${code}${location.hash}` : tabStorage.read(EMAIL_TOKEN);
}
