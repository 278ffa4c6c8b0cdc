import { send } from "../../shared/events";

/** The forms that lead to the page with the sign-in dialog open it in place, if it listens. */
export function openSignInInPlace(): void {
  document.addEventListener("submit", (event) => {
    if (!(event.target as Element).matches(".sign-in-form")) return;
    send("app:sign-in", { tab: event.submitter?.getAttribute("name") === "register" ? "register" : "login" });
    if (document.querySelector("#sign-in[open]")) event.preventDefault();
  });
}
