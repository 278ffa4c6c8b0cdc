import { beforeEach, expect, test, vi } from "vitest";
import { forgetToken } from "../auth";
import { takeToast } from "../events";
import { go, reload } from "../navigate";
import { heardToasts } from "../test/toasts";
import { restore } from "./restore";

vi.mock("../navigate");

const what = {
  entryId: "e1",
  texts: { done: "Wieder da", failed: "Geht nicht", offline: "Keine Verbindung", again: "Zum Papierkorb" },
};
let answer: Response | undefined;
const fetched = vi.fn(async (path: string, _init?: RequestInit) => {
  if (path === "/api/auth/token") return new Response(null, { status: 401 });
  if (!answer) throw new TypeError("offline");
  return answer;
});

beforeEach(() => {
  forgetToken();
  vi.stubGlobal("fetch", fetched);
  fetched.mockClear();
  vi.mocked(go).mockClear();
  vi.mocked(reload).mockClear();
  sessionStorage.clear();
});

test("a restored entry is seen on the page that is loaded anew", async () => {
  answer = new Response("{}");
  await restore(what);
  const [path, init] = fetched.mock.calls.at(-1) ?? [];
  expect([path, init?.method]).toEqual(["/api/entries/e1/restore", "POST"]);
  expect(reload).toHaveBeenCalledOnce();
  expect(takeToast()).toMatchObject({ title: "Wieder da", kind: "ok" });
});

test("a day that has an entry again leads to both texts", async () => {
  answer = new Response(JSON.stringify({ code: "entry_exists", message: "Schon da" }), { status: 409 });
  await restore(what);
  expect(go).toHaveBeenCalledWith("/bin/e1");
});

test("what fails is said, with the way to the bin", async () => {
  const toasts = heardToasts();
  const also = { label: "Zum Papierkorb", href: "/bin/e1" };
  answer = undefined;
  await restore(what);
  answer = new Response("?", { status: 502 });
  await restore(what);
  answer = new Response(JSON.stringify({ code: "entry_not_found", message: "Gibt es nicht" }), { status: 404 });
  await restore(what);
  expect(toasts).toEqual([
    { title: "Keine Verbindung", kind: "error", also },
    { title: "Geht nicht", kind: "error", also },
    { title: "Gibt es nicht", kind: "error", also },
  ]);
  expect(reload).not.toHaveBeenCalled();
});
