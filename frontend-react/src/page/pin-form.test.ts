import { afterEach, expect, test, vi } from "vitest";
import { sendInPlace } from "./pin-form";

const PAGE = `${location.origin}/shared/abc`;

function pinForm() {
  document.body.innerHTML = `<form method="post" action="/shared/abc"><input name="pin" value="24 68" /></form>`;
  const form = document.querySelector("form") as HTMLFormElement;
  const plain = vi.spyOn(form, "submit").mockImplementation(() => {});
  const show = vi.fn();
  sendInPlace(form, show);
  const send = () => form.dispatchEvent(new Event("submit", { cancelable: true }));
  return { plain, show, send };
}

afterEach(() => vi.unstubAllGlobals());

test("the page that the answer leads to takes this one's place, and a second tap sends nothing", async () => {
  const fetch = vi.fn(async (_: string, _wanted: RequestInit) => ({ type: "opaqueredirect" }));
  vi.stubGlobal("fetch", fetch);
  const { plain, show, send } = pinForm();
  expect([send(), send()], "the browser sends nothing itself").toEqual([false, false]);
  await vi.waitFor(() => expect(show).toHaveBeenCalledWith(PAGE));
  expect(fetch).toHaveBeenCalledTimes(1);
  const [address, wanted] = fetch.mock.calls[0] ?? [];
  expect([address, String(wanted?.body)]).toEqual([PAGE, "pin=24+68"]);
  expect(plain).not.toHaveBeenCalled();
});

test("without an answer that leads to the page the browser sends the form, and says what is wrong", async () => {
  for (const answer of [Promise.reject(new TypeError("offline")), Promise.resolve({ type: "basic", status: 503 })]) {
    vi.stubGlobal("fetch", () => answer);
    const { plain, show, send } = pinForm();
    send();
    await vi.waitFor(() => expect(plain).toHaveBeenCalledTimes(1));
    expect(show).not.toHaveBeenCalled();
  }
});
