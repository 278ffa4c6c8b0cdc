import { writeCookie } from "../../shared/cookie";
import { send } from "../../shared/events";
import { reload } from "../../shared/navigate";
import { deviceStorage } from "../../shared/storage";

/** Handles the buttons for language, theme and sign-out anywhere on the page. Without this script they are sent as forms. */
export function hearPreferences(): void {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest("button");
    if (!button) return;
    const { signOut, confirm = "", yes = "", no = "", failed = "" } = button.dataset;
    if (button.form?.getAttribute("action") === "/preferences") {
      event.preventDefault();
      if (button.name === "theme") chooseTheme(button.value);
      else void chooseLanguage(button.value);
    } else if (signOut !== undefined) {
      event.preventDefault();
      send("app:sign-out", { confirm, yes, no, failed });
    }
  });
}

/** Milliseconds that the server may take to store the language of mails. */
const TIMEOUT = 1500;

async function chooseLanguage(language: string): Promise<void> {
  deviceStorage.write("language", language);
  writeCookie("language", language);
  if (document.documentElement.dataset.userId)
    await Promise.race([sendLanguage(language), new Promise((late) => setTimeout(late, TIMEOUT))]);
  reload();
}

/** Stores the language for mails. The session cookie alone authenticates it, so it is sent at once and survives the reload. */
async function sendLanguage(language: string): Promise<void> {
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
    // Reads the whole answer: a reload would abort the request before.
    await answer.arrayBuffer();
  } catch {
    // The page changes its language all the same.
  }
}

/** `system` follows the device. The page is not reloaded, because the editor may be open. */
function chooseTheme(theme: string): void {
  writeCookie("theme", theme);
  const page = document.documentElement;
  if (theme === "system") delete page.dataset.theme;
  else page.dataset.theme = theme;
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[name=theme]"))
    button.setAttribute("aria-pressed", String(button.value === theme));
}
