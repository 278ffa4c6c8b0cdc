import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { on } from "./events";
import { askSignIn } from "./sign-in";

const asked = vi.fn();
const unopened = vi.fn();
let off: () => void;

beforeEach(() => {
  vi.clearAllMocks();
  off = on("app:sign-in", asked);
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});

afterEach(() => {
  off();
  document.body.replaceChildren();
});

test("the dialog opens, and who asks hears nothing", async () => {
  document.body.innerHTML = '<dialog id="sign-in"><form method="post"><input name="email"></form></dialog>';
  askSignIn(unopened);
  await vi.waitFor(() => expect(document.querySelector("dialog")?.open).toBe(true));
  await Promise.resolve();
  expect(asked).toHaveBeenCalledOnce();
  expect(unopened).not.toHaveBeenCalled();
});

test("a page without a dialog says so", async () => {
  askSignIn(unopened);
  await vi.waitFor(() => expect(unopened).toHaveBeenCalledOnce());
});

test("a dialog that is open stays as it is", async () => {
  document.body.innerHTML = '<dialog id="sign-in" open></dialog>';
  askSignIn(unopened);
  await new Promise((done) => setTimeout(done, 10));
  expect(unopened).not.toHaveBeenCalled();
});
