// What the link of a mailed invitation holds behind its hash: kept in this tab, and out of the address at once, where a
// button, a link to a part of the page or another language would take it away.

/** Read by the sign-in dialog (`app/src/identity/browser.rs`). */
const NAME = "mail-proof";
const START = "#proof=";

/** As `CODE#proof=PROOF`: it is worth nothing with another code. */
export function keepMailProof(): void {
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
    // Without a storage it stays in the address, where the dialog looks as well.
  }
}
