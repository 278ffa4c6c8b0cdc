/** Where the page has a button for it, or comes back from there. */
export function needsGoogle(): boolean {
  if (document.querySelector("[data-google]")) return true;
  try {
    return sessionStorage.getItem("google") !== null;
  } catch {
    return false;
  }
}
