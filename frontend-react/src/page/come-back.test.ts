import { expect, test, vi } from "vitest";
import { reload } from "../navigate";
import { askAnew } from "./come-back";

vi.mock("../navigate");

test("a feed out of the browser's memory is hidden and asked for anew, one that was just loaded is not", () => {
  document.body.innerHTML = `<section id="feed">Privates</section>`;
  const feed = document.getElementById("feed") as HTMLElement;
  askAnew(feed);
  const show = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
  show(false);
  expect(reload).not.toHaveBeenCalled();
  expect(feed).toBeVisible();
  show(true);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(feed).not.toBeVisible();
});
