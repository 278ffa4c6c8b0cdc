import { beforeEach, expect, test } from "vitest";
import { narrow } from "./filter";

beforeEach(() => {
  document.body.innerHTML = `<div data-filter="people" data-none="Niemand" data-some="{n} von 3"><input type="search"><p role="status">3 Freunde</p></div>
    <ul id="people"><li data-words="anna berger anna.berger">1</li><li data-words="änne kraus aenne.kraus">2</li><li data-words="jonas weber jonas">3</li></ul>`;
});

function type(text: string): (string | null)[] {
  const input = document.querySelector("input") as HTMLInputElement;
  input.value = text;
  input.dispatchEvent(new Event("input"));
  return [...document.querySelectorAll<HTMLElement>("li")].filter((row) => !row.hidden).map((row) => row.textContent);
}
const status = () => document.querySelector("[role=status]")?.textContent;

test("each typed word must begin a word of the row, whatever its marks and its case", () => {
  narrow(document.querySelector("[data-filter]") as HTMLElement);
  expect(type("an")).toEqual(["1", "2"]);
  expect(status()).toBe("2 von 3");
  expect(type("ÄNNE")).toEqual(["2"]);
  expect(type("aenne")).toEqual(["2"]);
  expect(type("ber ann")).toEqual(["1"]);
  expect(type("anna.b")).toEqual(["1"]);
  expect(type("erger")).toEqual([]);
  expect(status()).toBe("Niemand");
  expect(type(" ")).toEqual(["1", "2", "3"]);
  expect(status()).toBe("3 Freunde");
});

test("text typed before the script has started filters at once", () => {
  (document.querySelector("input") as HTMLInputElement).value = "jonas";
  narrow(document.querySelector("[data-filter]") as HTMLElement);
  expect([...document.querySelectorAll<HTMLElement>("li")].filter((row) => !row.hidden)).toHaveLength(1);
});
