import { send } from "../events";
import { reload } from "../navigate";
import { writeCookie } from "./cookie";

/** Choices of language and of light or dark, and the sign-out: buttons with data attributes, wherever they stand. */
export function hearPreferences(): void {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("button");
    if (!button) return;
    const { language, themeChoice, signOut, confirm = "", yes = "", no = "", failed = "" } = button.dataset;
    if (language) void chooseLanguage(language);
    else if (themeChoice) chooseTheme(themeChoice);
    else if (signOut !== undefined) send("app:sign-out", { confirm, yes, no, failed });
  });
}

/** Milliseconds that the server may take to hear the language of mails. */
const PATIENCE = 1500;

async function chooseLanguage(language: string): Promise<void> {
  try {
    localStorage.setItem("language", language);
  } catch {
    // The cookie keeps it.
  }
  writeCookie("language", language);
  if (document.documentElement.dataset.userId)
    await Promise.race([tell(language), new Promise((late) => setTimeout(late, PATIENCE))]);
  reload();
}

/** Mails come in the same language. By the cookie alone, so that it is sent at once and outlives the reload. */
async function tell(language: string): Promise<void> {
  try {
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ language });
    const answer = await fetch("/api/users/language", {
      method: "PUT",
      headers,
      body,
      credentials: "same-origin",
      keepalive: true,
    });
    // To its end: a reload breaks off what is still being read.
    await answer.arrayBuffer();
  } catch {
    // The page is shown in it all the same.
  }
}

/** `system` leaves it to the device. Nothing is loaded again: the editor may be open. */
function chooseTheme(theme: string): void {
  writeCookie("theme", theme);
  const page = document.documentElement;
  if (theme === "system") delete page.dataset.theme;
  else page.dataset.theme = theme;
  for (const button of document.querySelectorAll<HTMLElement>("[data-theme-choice]"))
    button.setAttribute("aria-pressed", String(button.dataset.themeChoice === theme));
}
