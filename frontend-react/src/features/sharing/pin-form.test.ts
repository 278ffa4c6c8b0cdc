import { afterEach, expect, test, vi } from "vitest";
import { sendInPlace } from "./pin-form";

const PAGE = `${location.origin}/shared/abc`;
const LEADS_ON = { type: "opaqueredirect", status: 0 };

function pinForm(answers: unknown[]) {
  document.body.innerHTML = `<form method="post" action="/shared/abc"><input name="pin" value="24 68" aria-describedby="text" />
    <p id="pin-wrong" data-unanswered="Keine Antwort." hidden></p></form>`;
  const form = document.querySelector("form") as HTMLFormElement;
  const plain = vi.spyOn(form, "submit").mockImplementation(() => {});
  const show = vi.fn();
  const fetch = vi.fn(async (_: string, _wanted: RequestInit) => {
    const answer = answers.shift();
    if (!answer) throw new TypeError("offline");
    return answer;
  });
  vi.stubGlobal("fetch", fetch);
  sendInPlace(form, show);
  const send = () => form.dispatchEvent(new Event("submit", { cancelable: true }));
  return { fetch, plain, show, send, message: document.getElementById("pin-wrong") as HTMLElement };
}

afterEach(() => vi.unstubAllGlobals());

test("the page that the answer leads to takes this one's place, and no press until it is there is another try", async () => {
  const { fetch, plain, show, send, message } = pinForm([LEADS_ON, LEADS_ON]);
  expect([send(), send()], "the browser sends nothing itself").toEqual([false, false]);
  await vi.waitFor(() => expect(show).toHaveBeenCalledWith(PAGE));
  send();
  expect(fetch).toHaveBeenCalledTimes(1);
  const [address, wanted] = fetch.mock.calls[0] ?? [];
  expect([address, String(wanted?.body)]).toEqual([PAGE, "pin=24+68"]);
  expect(plain).not.toHaveBeenCalled();
  expect(message.hidden).toBe(true);
});

test.each([
  ["without an answer", undefined],
  ["of what broke behind the form", { type: "basic", status: 503 }],
])("%s nothing is sent again by itself: the try may have been counted", async (_, answer) => {
  const { fetch, plain, show, send, message } = pinForm([answer, LEADS_ON]);
  send();
  await vi.waitFor(() => expect(message.hidden).toBe(false));
  expect(message).toHaveTextContent("Keine Antwort.");
  expect(document.querySelector("input")).toHaveAttribute("aria-describedby", "pin-wrong");
  expect([fetch.mock.calls.length, plain.mock.calls, show.mock.calls]).toEqual([1, [], []]);
  send();
  expect(message.hidden, "said of the one before").toBe(true);
  await vi.waitFor(() => expect(show).toHaveBeenCalledOnce());
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("what is refused before anybody looks at the PIN is left to the browser, whose page says why", async () => {
  const { fetch, plain, show, send, message } = pinForm([{ type: "basic", status: 403 }]);
  send();
  await vi.waitFor(() => expect(plain).toHaveBeenCalledOnce());
  expect([fetch.mock.calls.length, show.mock.calls, message.hidden]).toEqual([1, [], true]);
});
