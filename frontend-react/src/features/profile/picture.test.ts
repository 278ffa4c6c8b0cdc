import { beforeEach, expect, test } from "vitest";
import { file } from "../../test/files";
import { showPicture } from "./picture";

const find = <T extends Element>(selector: string) => document.querySelector(selector) as T;
const note = () => find("[data-picture-note]").textContent;
const shown = () => document.querySelector(".avatar img")?.getAttribute("src") ?? null;

function choose(...files: File[]) {
  const input = find<HTMLInputElement>('input[type="file"]');
  Object.defineProperty(input, "files", { value: files, configurable: true });
  input.dispatchEvent(new Event("change"));
}

beforeEach(() => {
  document.body.innerHTML = `
    <div data-picture data-most="5000000" data-large="Zu groß" data-unreadable="Unlesbar" data-new="Neu" data-gone="Weg">
      <span class="avatar">AB<img src="/media/1/optimized"></span>
      <input type="file"><input type="checkbox" data-picture-remove><p data-picture-note></p>
    </div>`;
  showPicture(find<HTMLElement>("[data-picture]"));
});

test("the chosen picture is shown before it is saved", () => {
  find<HTMLInputElement>("[data-picture-remove]").click();
  choose(file("ich.jpg"));
  expect(shown()).toMatch(/^blob:/);
  expect([note(), find<HTMLInputElement>("[data-picture-remove]").checked]).toEqual(["Neu", false]);
  expect(find(".avatar").textContent).toBe("AB");
});

test("a picture that is too large is not taken, and the one before stays", () => {
  choose(file("ich.jpg", { bytes: 5_000_001 }));
  expect([shown(), note()]).toEqual(["/media/1/optimized", "Zu groß"]);
  choose(file("ich.jpg", { bytes: 5_000_000 }));
  expect(note()).toBe("Neu");
});

test("a picture that the browser cannot show is refused too", () => {
  choose(file("ich.heic"));
  find(".avatar img").dispatchEvent(new Event("error"));
  expect([shown(), note()]).toEqual(["/media/1/optimized", "Unlesbar"]);
});

test("removing shows the initials until it is taken back", () => {
  const removes = find<HTMLInputElement>("[data-picture-remove]");
  removes.click();
  expect([shown(), note()]).toEqual([null, "Weg"]);
  removes.click();
  expect([shown(), note()]).toEqual(["/media/1/optimized", ""]);
});
