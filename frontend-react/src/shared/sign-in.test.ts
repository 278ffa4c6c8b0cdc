import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { on } from "./events";
import { askSignIn } from "./sign-in";

const asked = vi.fn();
const unopened = vi.fn();
let off: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  asked.mockReset();
  unopened.mockReset();
  off = on("app:sign-in", asked);
  document.body.innerHTML = '<script type="text/plain" data-wasm="/x.wasm"></script><dialog id="sign-in"></dialog>';
});

afterEach(() => {
  off();
  vi.useRealTimers();
  document.body.replaceChildren();
  delete document.documentElement.dataset.islands;
});

function started() {
  document.documentElement.dataset.islands = "ready";
  window.dispatchEvent(new Event("app:islands"));
}

test("a question before the dialog's module has started is asked once it has started", () => {
  asked.mockImplementation(() => document.querySelector<HTMLDialogElement>("#sign-in")?.setAttribute("open", ""));
  const wanted = vi.fn();
  window.addEventListener("app:islands-wanted", wanted, { once: true });
  askSignIn(unopened);
  vi.advanceTimersByTime(5000);
  expect(asked).not.toHaveBeenCalled();
  expect(wanted).toHaveBeenCalledOnce();
  expect(document.documentElement.dataset.islands, "for a script that starts later").toBe("wanted");
  started();
  started();
  expect(asked).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(300);
  // Somebody signed in.
  document.querySelector("#sign-in")?.removeAttribute("open");
  vi.advanceTimersByTime(20_000);
  expect(unopened).not.toHaveBeenCalled();
});

test("a module that does not come is told of, once, and its dialog opens when it comes all the same", () => {
  askSignIn(unopened);
  vi.advanceTimersByTime(10_000);
  expect(unopened).toHaveBeenCalledOnce();
  started();
  vi.advanceTimersByTime(1000);
  expect(asked).toHaveBeenCalledOnce();
  expect(unopened).toHaveBeenCalledOnce();
});

test("a module that cannot be fetched is told of soon, then and later", () => {
  askSignIn(unopened);
  document.documentElement.dataset.islands = "failed";
  window.dispatchEvent(new Event("app:islands"));
  vi.advanceTimersByTime(1000);
  expect(unopened).toHaveBeenCalledOnce();
  askSignIn(unopened);
  vi.advanceTimersByTime(1000);
  expect(unopened).toHaveBeenCalledTimes(2);
});

test("a page without a dialog says so soon", () => {
  document.body.replaceChildren();
  askSignIn(unopened);
  expect(asked).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1000);
  expect(unopened).toHaveBeenCalledOnce();
});
