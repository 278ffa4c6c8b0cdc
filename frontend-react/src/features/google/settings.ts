// The settings' section: a Google account is connected by somebody who has just signed in.
import { carryToast, on } from "../../shared/events";
import { reload } from "../../shared/navigate";
import { askSignIn, toSignIn } from "../../shared/sign-in";

/** Milliseconds of this page during which the sign-in is recent enough, by its section. */
const fresh = new WeakMap<Element, number>();

/** True: the window may be opened. Else the dialog asks who it is first, and the button is pressed once more. */
export function connectWhenFresh(button: HTMLElement): boolean {
  const section = button.closest<HTMLElement>("[data-fresh-seconds]");
  if (!section) return true;
  const until = fresh.get(section) ?? Number(section.dataset.freshSeconds) * 1000;
  if (performance.now() < until) return true;
  askSignIn(toSignIn);
  return false;
}

/** Seconds that a sign-in of now lasts, with some to spare for the way. */
const RECENT = 280_000;

export function hearConnections(): void {
  const section = document.querySelector<HTMLElement>("[data-fresh-seconds]");
  if (!section) return;
  const message = section.querySelector<HTMLElement>("[data-google-message]");
  const say = (text: string) => {
    if (!message) return;
    message.textContent = text;
    message.hidden = text === "";
  };
  on("app:signed-in", ({ userId }) => {
    if (userId !== document.documentElement.dataset.userId) {
      reload();
      return;
    }
    fresh.set(section, performance.now() + RECENT);
    say(section.dataset.now ?? "");
    section.querySelector<HTMLElement>("[data-google=link]")?.focus();
  });
  on("app:google-not-linked", ({ message }) => say(message));
  on("app:google-linked", () => {
    carryToast({ title: section.dataset.connected ?? "", kind: "ok" });
    reload();
  });
}
