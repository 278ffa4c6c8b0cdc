import { expect, test } from "vitest";
import { texts } from "../../test/texts";
import { contentOf, EMPTY } from "./content";
import { length, overLimit, showCount } from "./counter";

test.each([
  ["", 0],
  ["ä", 1],
  ["👍🏽", 2],
  ["👨‍👩‍👧", 5],
  ["a\r\nb\rc\n", 6],
])("%j has the length that the server counts", (text, expected) => {
  expect(length(text)).toBe(expected);
});

test.each([
  [10, "10 von 3000 Zeichen", "ok"],
  [2800, "2800 von 3000 Zeichen", "ok"],
  [2801, "2801 von 3000 Zeichen · Noch 199 Zeichen", "near"],
  [3000, "3000 von 3000 Zeichen · Noch 0 Zeichen", "near"],
  [3001, "1 Zeichen zu viel", "over"],
])("at %i characters the counter says '%s'", (n, words, state) => {
  const counter = document.createElement("p");
  showCount(counter, null, "ä".repeat(n), texts);
  expect([counter.textContent, counter.dataset.state]).toEqual([words, state]);
});

test("3000 characters pass, one more does not; white space around the short fields does not count", () => {
  const content = (text: string, summary = "") => ({ ...contentOf(EMPTY), text, summary });
  expect(overLimit(content("ä".repeat(3000)))).toBeUndefined();
  expect(overLimit(content("ä".repeat(3001)))?.field).toBe("text");
  expect(overLimit(content("", ` ${"ä".repeat(1000)} `))).toBeUndefined();
  expect(overLimit(content("", "ä".repeat(1001)))?.field).toBe("summary");
});
