import { beforeEach, expect, test, vi } from "vitest";
import { reload } from "../shared/navigate";
import { reloadFromBfcache } from "./bfcache";

vi.mock("../shared/navigate");

const show = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));

beforeEach(() => {
  vi.mocked(reload).mockClear();
  document.body.removeAttribute("style");
  delete document.documentElement.dataset.userId;
});

test("a restored page stays as it is when nobody is signed in, and when it has an editor", () => {
  document.body.innerHTML = "<p>Willkommen</p>";
  reloadFromBfcache();
  document.documentElement.dataset.userId = "u1";
  document.body.innerHTML = "<entry-form><textarea>Nur hier</textarea></entry-form>";
  reloadFromBfcache();
  show(true);
  expect(reload).not.toHaveBeenCalled();
  expect(document.body).toBeVisible();
});

test("a page from the back/forward cache is hidden and reloaded, a page that was just loaded is not", () => {
  document.documentElement.dataset.userId = "u1";
  document.body.innerHTML = "<main>Privates</main>";
  reloadFromBfcache();
  show(false);
  expect(reload).not.toHaveBeenCalled();
  expect(document.body).toBeVisible();
  show(true);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(document.querySelector("main")).not.toBeVisible();
});
