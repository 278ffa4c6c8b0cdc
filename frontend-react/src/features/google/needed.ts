import { tabStorage } from "../../shared/storage";

/** Where the page has a button for it, or comes back from there. */
export function needsGoogle(): boolean {
  return document.querySelector("[data-google]") !== null || tabStorage.read("google") !== undefined;
}
