import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readCookie } from "../../shared/cookie";
import { on } from "../../shared/events";
import { reload } from "../../shared/navigate";
import { eventually } from "../../test/eventually";
import { hearPreferences } from "./preferences";

vi.mock("../../shared/navigate");

const page = document.documentElement;

beforeEach(() => {
  document.body.innerHTML = `
    <form method="post" action="/preferences"><button name="language" value="fr" lang="fr"><span>Français</span></button></form>
    <form method="post" action="/preferences">
      <button name="theme" value="system" aria-pressed="true">Automatisch</button>
      <button name="theme" value="dark" aria-pressed="false">Dunkel</button>
    </form>
    <form method="post" action="/sign-out"><button data-sign-out data-confirm="Trotzdem abmelden?" data-yes="Ja" data-no="Nein" data-failed="Du bist noch angemeldet.">Abmelden</button></form>`;
});

hearPreferences();

const sent = vi.fn((event: Event) => event.preventDefault());
document.addEventListener("submit", sent);
afterEach(() => expect(sent, "the script takes the form's place").not.toHaveBeenCalled());

const press = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();

test("a language is kept for the browser and the server, and the page comes again in it", async () => {
  press("[name=language] span");
  expect(localStorage.getItem("language")).toBe("fr");
  expect(readCookie("language")).toBe("fr");
  await eventually(() => expect(reload).toHaveBeenCalledOnce());
});

test("for who is signed in the language of mails is the same one", async () => {
  const fetched = vi.fn(
    async (path: string, _init?: RequestInit) => new Response("{}", { status: path.includes("token") ? 401 : 204 }),
  );
  vi.stubGlobal("fetch", fetched);
  vi.mocked(reload).mockClear();
  page.dataset.userId = "user-1";
  press("[name=language]");
  await eventually(() => expect(reload).toHaveBeenCalledOnce());
  delete page.dataset.userId;
  const told = fetched.mock.calls.find(([path]) => path === "/api/users/language");
  expect(told?.[1]).toMatchObject({ method: "PUT", body: JSON.stringify({ language: "fr" }) });
});

test("light or dark changes at once and is kept for the next page", () => {
  press("[value=dark]");
  expect(page.dataset.theme).toBe("dark");
  expect(readCookie("theme")).toBe("dark");
  expect(document.querySelector("[aria-pressed=true]")?.textContent).toBe("Dunkel");
  press("[value=system]");
  expect(page.dataset.theme).toBeUndefined();
  expect(readCookie("theme")).toBe("system");
});

test("signing out carries the words that may have to be said", () => {
  const heard = vi.fn();
  const stop = on("app:sign-out", heard);
  press("[data-sign-out]");
  stop();
  expect(heard).toHaveBeenCalledExactlyOnceWith({
    confirm: "Trotzdem abmelden?",
    yes: "Ja",
    no: "Nein",
    failed: "Du bist noch angemeldet.",
  });
});
