import { send } from "../../shared/events";

/** The forms that lead to the page with the sign-in dialog open it in place, once it listens. */
export function openSignInInPlace(): void {
  document.addEventListener("submit", (event) => {
    const isOpener = (event.target as Element).matches(".sign-in-form");
    if (!isOpener || document.documentElement.dataset.islands !== "ready") return;
    event.preventDefault();
    send("app:sign-in", { tab: event.submitter?.getAttribute("name") === "register" ? "register" : "login" });
  });
}
