import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showTicket } from "../features/unsaved-drafts/shown-ticket";
import { answer } from "../test/ask";
import { fakeFetch, openEditor } from "../test/editor";
import { heardToasts } from "../test/toasts";
import { forgetToken } from "./auth";
import { writeCookie } from "./cookie";
import type { Toast } from "./events";
import { go } from "./navigate";
import { signOut } from "./sign-out";

vi.mock("./navigate");

const TEXTS = { confirm: "Trotzdem abmelden?", yes: "Abmelden", no: "Abbrechen", failed: "Hat nicht geklappt" };
const databases = async () => (await indexedDB.databases()).map(({ name }) => name);
let net: ReturnType<typeof fakeFetch>;
let toasts: Toast[];

beforeEach(() => {
  forgetToken();
  net = fakeFetch();
  toasts = heardToasts();
  vi.mocked(go).mockClear();
  localStorage.setItem("language", "fr");
});

afterEach(() => {
  vi.useRealTimers();
});

const ended = () => net.fake.mock.calls.some(([path]) => path === "/api/auth/session");

test("a server that does not answer leaves everything as it was", async () => {
  net.calls["/api/auth/session"] = () => net.answer(503, {});
  await signOut(TEXTS);
  expect(toasts).toEqual([{ title: TEXTS.failed, kind: "error" }]);
  expect(go).not.toHaveBeenCalled();
});

test("unsaved text is asked about, with the last letter; the answer no keeps it and the session", async () => {
  const editor = await openEditor();
  editor.type("Darf nicht verloren gehen");
  const leaving = signOut(TEXTS);
  expect(await answer(false)).toBe(TEXTS.confirm);
  await leaving;
  expect(ended()).toBe(false);
  expect(editor.text.value).toBe("Darf nicht verloren gehen");
});

test("after a yes nothing of the account is left in the browser, and nothing is written any more", async () => {
  net.calls["/api/auth/session"] = () => new Response(null, { status: 204 });
  const removed = vi.fn(async () => true);
  vi.stubGlobal("caches", { keys: async () => ["pages"], delete: removed });
  localStorage.setItem("something", "of the account");
  writeCookie("feed", "own.friends");
  sessionStorage.setItem("toast", "{}");
  history.replaceState(null, "", "/edit/entry-1");
  expect(showTicket("of its day")).toBe(true);
  history.replaceState(null, "", "/dashboard");
  const editor = await openEditor();
  editor.type("Weg damit");
  const leaving = signOut(TEXTS);
  await answer(true);
  await leaving;
  history.replaceState(null, "", "/edit/entry-1");
  expect(document.cookie).not.toContain("day_ticket");
  expect(document.cookie).not.toContain("feed");
  expect(go).toHaveBeenCalledWith("/");
  expect({ ...localStorage }).toEqual({ language: "fr" });
  expect(sessionStorage).toHaveLength(0);
  expect(removed).toHaveBeenCalledWith("pages");
  expect(await databases()).toEqual([]);
  editor.type("Noch ein Wort");
  window.dispatchEvent(new Event("pagehide"));
  editor.close();
  await new Promise((done) => setTimeout(done));
  expect(await databases()).toEqual([]);
});

test("another tab that keeps the database open holds nobody back", async () => {
  net.calls["/api/auth/session"] = () => new Response(null, { status: 204 });
  const opening = indexedDB.open("tagesecho");
  const other = await new Promise<IDBDatabase>((opened) => {
    opening.onsuccess = () => opened(opening.result);
  });
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  localStorage.setItem("something", "of the account");
  const leaving = signOut(TEXTS);
  await vi.waitFor(() => expect(localStorage.getItem("something")).toBeNull());
  expect(go).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2000);
  await leaving;
  expect(go).toHaveBeenCalledWith("/");
  other.close();
});
