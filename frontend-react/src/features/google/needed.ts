import { tabStorage } from "../../shared/storage";

/** The parts of a page that need Google: a button, or an answer that comes back from there. */
export function googlePlace(): string {
  return tabStorage.read("google") === undefined ? "[data-google]" : "html";
}
