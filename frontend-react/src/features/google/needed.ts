import { tabStorage } from "../../shared/storage";

/** What a page has that needs Google: a button for it, or whatever comes back from there. */
export function googlePlace(): string {
  return tabStorage.read("google") === undefined ? "[data-google]" : "html";
}
