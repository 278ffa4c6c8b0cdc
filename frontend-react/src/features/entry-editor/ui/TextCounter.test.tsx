import { act } from "@testing-library/react";
import { expect, test } from "vitest";
import { showSection } from "../../../test/section";
import { TextCounter } from "./TextCounter";

test.each([
  [10, "10 von 3000 Zeichen", "ok"],
  [2800, "2800 von 3000 Zeichen", "ok"],
  [2801, "2801 von 3000 Zeichen · Noch 199 Zeichen", "near"],
  [3000, "3000 von 3000 Zeichen · Noch 0 Zeichen", "near"],
  [3001, "1 Zeichen zu viel", "over"],
])("at %i characters the counter says '%s'", (n, words, state) => {
  const [counter, field] = [document.createElement("p"), document.createElement("textarea")];
  const { store } = showSection(<TextCounter counter={counter} marks={null} field={field} />);
  act(() => store.dispatch({ type: "edit", fields: { text: "ä".repeat(n) } }));
  expect([counter.textContent, counter.dataset.state]).toEqual([words, state]);
  expect(field.hasAttribute("aria-invalid")).toBe(state === "over");
});

test("the counter goes on counting on a page that the browser translated", () => {
  const [counter, field] = [document.createElement("p"), document.createElement("textarea")];
  const { store } = showSection(<TextCounter counter={counter} marks={null} field={field} />);
  const translated = document.createElement("font");
  translated.textContent = "0 of 3000 characters";
  counter.replaceChildren(translated);
  act(() => store.dispatch({ type: "edit", fields: { text: "Regen" } }));
  expect(counter).toHaveTextContent("5 von 3000 Zeichen");
});

test("how marks are typed is said from the first star on", () => {
  const [marks, field] = [document.createElement("p"), document.createElement("textarea")];
  const { store } = showSection(<TextCounter counter={null} marks={marks} field={field} />);
  const type = (text: string) => act(() => store.dispatch({ type: "edit", fields: { text } }));
  type("Ein Tag");
  expect([marks.hidden, field.getAttribute("aria-describedby")]).toEqual([true, "text-count"]);
  type("Ein *");
  expect([marks.hidden, field.getAttribute("aria-describedby")]).toEqual([false, "text-count text-marks"]);
});
