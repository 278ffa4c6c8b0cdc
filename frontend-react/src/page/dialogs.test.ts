import { beforeAll, expect, test } from "vitest";
import { hearDialogs } from "./dialogs";

const dialog = () => document.querySelector("dialog");

beforeAll(() => {
  // jsdom has no dialogs that open.
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  hearDialogs();
});

test("a button opens the dialog it names, and an answered form closes it", () => {
  document.body.innerHTML = `<button data-opens="report"><span>Melden</span></button>
    <dialog id="report"><api-form></api-form></dialog>`;
  document.querySelector("span")?.click();
  expect(dialog()?.open).toBe(true);
  document.querySelector("api-form")?.dispatchEvent(new CustomEvent("api-form:done", { bubbles: true }));
  expect(dialog()?.open).toBe(false);
});

test("a button that names nothing does nothing", () => {
  document.body.innerHTML = `<button data-opens="gone"></button><dialog id="report"></dialog>`;
  document.querySelector("button")?.click();
  expect(dialog()?.open).toBe(false);
});
