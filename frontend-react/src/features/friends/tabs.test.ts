import { expect, test, vi } from "vitest";
import { showChosen } from "./tabs";

function row(end: number) {
  document.body.innerHTML = `<ul class="page-tabs" style="padding-inline-end: 20px"><li><a aria-current="page">Gesendet</a></li></ul>`;
  const list = document.querySelector("ul") as HTMLElement;
  vi.spyOn(list, "getBoundingClientRect").mockReturnValue({ right: 390 } as DOMRect);
  vi.spyOn(list.querySelector("a") as HTMLElement, "getBoundingClientRect").mockReturnValue({ right: end } as DOMRect);
  showChosen();
  return list.scrollLeft;
}

test("a chosen tab beyond the edge comes into sight, with its neighbour's beginning; one in sight moves nothing", () => {
  expect(row(440)).toBe(70);
  expect(row(300)).toBe(0);
});
