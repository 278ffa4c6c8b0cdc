import { fireEvent } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { hearTurns } from "./strip";

const slide = (n: number, main = false) => `<li ${main ? "data-main" : ""}><a href="#">Foto ${n}</a>
  ${n > 1 ? `<button data-turn="-1">vor ${n}</button>` : ""}${n < 3 ? `<button data-turn="1">nach ${n}</button>` : ""}</li>`;

/** Three pictures of 300 pixels, the second one the main one. */
function strip() {
  document.body.innerHTML = `<ul>${slide(1)}${slide(2, true)}${slide(3)}</ul>`;
  const list = document.querySelector("ul") as HTMLElement;
  for (const [at, item] of [...list.children].entries()) Object.defineProperty(item, "offsetLeft", { value: at * 300 });
  list.scrollTo = vi.fn();
  hearTurns(list);
  const press = (name: string) =>
    fireEvent.click([...list.querySelectorAll("button")].find((button) => button.textContent === name) as Element);
  return { list, press };
}

test("it begins at the main picture", () => {
  expect(strip().list.scrollTo).toHaveBeenCalledExactlyOnceWith({ left: 300, behavior: "instant" });
});

test("an arrow turns to the picture beside it, and the focus goes along", () => {
  const { list, press } = strip();
  press("vor 2");
  expect(list.scrollTo).toHaveBeenLastCalledWith({ left: 0, behavior: undefined });
  expect(document.activeElement).toHaveTextContent("nach 1");
  press("nach 1");
  expect(document.activeElement).toHaveTextContent("nach 2");
  press("nach 2");
  expect(list.scrollTo).toHaveBeenLastCalledWith({ left: 600, behavior: undefined });
  expect(document.activeElement).toHaveTextContent("vor 3");
});
