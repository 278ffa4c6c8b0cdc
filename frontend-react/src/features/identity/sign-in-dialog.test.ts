import { beforeEach, expect, test, vi } from "vitest";
import { on, takeToast } from "../../shared/events";
import { go, reload } from "../../shared/navigate";
import { de, texts } from "../../test/texts";
import { sendForms } from "../forms/post-form";
import { fillInvitation, hearSignIn, openSignIn, refuse, signedIn } from "./sign-in-dialog";

vi.mock("../../shared/navigate");

const asked = vi.fn(async (_: URL | string, __: RequestInit): Promise<Response> => new Response(null, { status: 502 }));

const tabs = `
  <input type="radio" name="form" value="sign-in" checked data-tab="login" data-password="current-password" data-done="Hallo" data-no-answer="Netzwerkfehler">
  <input type="radio" name="form" value="register" data-tab="register" data-password="new-password" data-done="Neu" data-no-answer="Unsicher">`;
const form = (id: string, more: string, error = "") => `
  <form id="${id}" method="post" action="/?login=1" novalidate>${more}
    <div data-only="register"><input name="first_name" id="first"></div>
    <input type="email" name="email" id="email" ${error && 'aria-invalid="true"'}>${error && `<p class="field-error" role="alert">${error}</p>`}
    <input type="password" name="password" id="password" autocomplete="current-password">
    <div data-only="register"><input name="invitation_code" id="code" value="K7QW"><input type="hidden" name="email_token"></div>
    <p class="sign-in-forgot"><a href="/forgot-password">Vergessen</a></p>
    <div><p class="form-status" role="status"></p></div>
    <button>Los</button>
  </form>`;

const one = <E extends HTMLElement>(selector: string) => document.querySelector(selector) as E;
const dialog = () => one<HTMLDialogElement>("dialog");
const field = (name: string) => one<HTMLInputElement>(`[name=${name}]`);
const choose = (tab: string) => one(`[data-tab=${tab}]`).click();
const sent = () => new URLSearchParams(asked.mock.calls[0]?.[1].body as string);

function page(inside: string, attributes = "") {
  document.body.innerHTML = `<form class="sign-in-form"><button name="register">Registrieren</button></form>
    <dialog id="sign-in" ${attributes}>${inside}</dialog><div id="sign-in-waiting" hidden></div>`;
  document.body.dataset.formTexts = JSON.stringify(texts);
  hearSignIn(dialog());
}

sendForms();

beforeEach(() => {
  vi.stubGlobal("fetch", asked);
  asked.mockReset();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  for (const leave of [go, reload]) vi.mocked(leave).mockClear();
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

test("a button of the page opens it at its tab, with empty fields but what the page filled in", () => {
  page(form("sign-in-form", tabs));
  openSignIn("login");
  expect(document.activeElement).toBe(field("email"));
  field("email").value = "halb@getippt.de";
  refuse("login", "Fehler bei Google");
  expect(one("[role=alert]").textContent).toBe("Fehler bei Google");
  dialog().close();
  one("[name=register]").click();
  expect(one<HTMLInputElement>("[data-tab=register]").checked).toBe(true);
  expect([field("email").value, field("invitation_code").value]).toEqual(["", "K7QW"]);
  expect(document.activeElement).toBe(field("first_name"));
  expect(document.querySelector("[role=alert]")).toBeNull();
});

test("the tab decides what the browser may offer as the password, and the typed address goes along to a new one", () => {
  page(form("sign-in-form", tabs, "Ungültig"));
  openSignIn("login");
  field("email").value = "a+b@x.de";
  field("email").dispatchEvent(new Event("input", { bubbles: true }));
  expect(one<HTMLAnchorElement>("a").getAttribute("href")).toContain("?email=a%2Bb%40x.de");
  choose("register");
  expect(field("password").autocomplete).toBe("new-password");
  choose("login");
  expect(field("password").autocomplete).toBe("current-password");
});

test("one that the server opened becomes modal and keeps what it says", () => {
  page(form("sign-in-form", tabs, "Kein Account"), "open");
  expect([dialog().open, one(".field-error").textContent]).toEqual([true, "Kein Account"]);
  expect(document.activeElement).toBe(field("email"));
  choose("register");
  expect(document.querySelector(".field-error")).toBeNull();
});

test("registering sends the proof of the mail, and leads on with a word", async () => {
  page(form("sign-in-form", tabs));
  sessionStorage.setItem("email-token", "K7QW#proof=abc");
  openSignIn("register");
  asked.mockResolvedValue(new Response(null, { status: 204, headers: { location: "/dashboard" } }));
  one<HTMLButtonElement>("dialog button").click();
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith(`${location.origin}/dashboard`));
  expect([sent().get("form"), sent().get("email_token")]).toEqual(["register", "K7QW#proof=abc"]);
  expect([dialog().open, one("#sign-in-waiting").hidden]).toEqual([false, false]);
  expect(sessionStorage.getItem("email-token")).toBeNull();
  expect(takeToast()?.title).toBe("Neu");
});

test("where the next page says what was done there is no toast", async () => {
  page(form("sign-in-form", tabs));
  openSignIn("register");
  asked.mockResolvedValue(new Response(null, { status: 204, headers: { location: "/dashboard#form-register" } }));
  one<HTMLButtonElement>("dialog button").click();
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith(`${location.origin}/dashboard#form-register`));
  expect(takeToast()).toBeUndefined();
});

test("without an answer it says what that means for the tab", async () => {
  page(form("sign-in-form", tabs));
  openSignIn("register");
  asked.mockRejectedValue(new TypeError("Failed to fetch"));
  one<HTMLButtonElement>("dialog button").click();
  await vi.waitFor(() => expect(one("[role=alert]").textContent).toContain("Unsicher"));
});

test("a page that waits for the person stays, and hears who it is", async () => {
  const heard = vi.fn();
  const off = on("app:signed-in", heard);
  document.documentElement.dataset.userId = "u1";
  page(form("sign-in-again-form", '<input type="hidden" name="form" value="sign-in">'), "data-again");
  openSignIn("login");
  const guest = `<html><body>${form("sign-in-form", tabs, "Falsches Passwort")}</body></html>`;
  asked.mockResolvedValueOnce(new Response(guest, { status: 422, headers: { "form-refused": "Falsches%20Passwort" } }));
  one<HTMLButtonElement>("dialog button").click();
  await vi.waitFor(() => expect(one("[role=alert]").textContent).toBe("Falsches Passwort"));
  expect(one("dialog form").id).toBe("sign-in-again-form");

  asked.mockResolvedValueOnce(new Response(null, { status: 204, headers: { location: "/dashboard" } }));
  asked.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  one<HTMLButtonElement>("dialog button").click();
  await vi.waitFor(() => expect(one("[role=alert]").textContent).toBe(de.form.answer.none));
  expect([dialog().open, heard.mock.calls.length]).toEqual([true, 0]);

  asked.mockResolvedValueOnce(new Response(null, { status: 204, headers: { location: "/dashboard" } }));
  asked.mockResolvedValueOnce(Response.json({ id: "u1" }));
  one<HTMLButtonElement>("dialog button").click();
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith({ userId: "u1" }));
  expect(dialog().open).toBe(false);
  expect([vi.mocked(go).mock.calls.length, vi.mocked(reload).mock.calls.length, takeToast()]).toEqual([
    0,
    0,
    undefined,
  ]);

  // Another person gets a page of their own. The editor says so itself.
  signedIn("login", "u2");
  expect(reload).toHaveBeenCalledOnce();
  document.body.append(document.createElement("entry-form"));
  signedIn("login", "u2");
  expect(reload).toHaveBeenCalledOnce();
  delete document.documentElement.dataset.userId;
  off();
});

test("Google's way keeps the invitation that was typed, and says so on the next page", () => {
  page(form("sign-in-form", tabs));
  fillInvitation("MMMM");
  openSignIn("register");
  expect(field("invitation_code").value).toBe("MMMM");
  signedIn("login", "u1");
  expect([dialog().open, takeToast()?.title]).toEqual([false, "Hallo"]);
});
