import { beforeEach, expect, test, vi } from "vitest";
import { reload } from "../navigate";
import { askAnew } from "./come-back";

vi.mock("../navigate");

const show = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));

beforeEach(() => {
  vi.mocked(reload).mockClear();
  document.body.removeAttribute("style");
  delete document.documentElement.dataset.userId;
});

test("where nobody is signed in, and where something may stand that is nowhere else, a page stays as it is", () => {
  document.body.innerHTML = "<p>Willkommen</p>";
  askAnew();
  document.documentElement.dataset.userId = "u1";
  document.body.innerHTML = "<entry-form><textarea>Nur hier</textarea></entry-form>";
  askAnew();
  show(true);
  expect(reload).not.toHaveBeenCalled();
  expect(document.body).toBeVisible();
});

test("a page out of the browser's memory is hidden and asked for anew, one that was just loaded is not", () => {
  document.documentElement.dataset.userId = "u1";
  document.body.innerHTML = "<main>Privates</main>";
  askAnew();
  show(false);
  expect(reload).not.toHaveBeenCalled();
  expect(document.body).toBeVisible();
  show(true);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(document.querySelector("main")).not.toBeVisible();
});
