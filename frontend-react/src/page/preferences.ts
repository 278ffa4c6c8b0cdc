import { send } from "../events";
import { reload } from "../navigate";
import { writeCookie } from "./cookie";

/** Choices of language and of light or dark, and the sign-out: buttons with data attributes, wherever they stand. */
export function hearPreferences(): void {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("button");
    if (!button) return;
    const { language, themeChoice, signOut, confirm = "", failed = "" } = button.dataset;
    if (language) chooseLanguage(language);
    else if (themeChoice) chooseTheme(themeChoice);
    else if (signOut !== undefined) send("app:sign-out", { confirm, failed });
  });
}

function chooseLanguage(language: string): void {
  try {
    localStorage.setItem("language", language);
  } catch {
    // The cookie keeps it.
  }
  writeCookie("language", language);
  reload();
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
