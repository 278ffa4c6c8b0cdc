import { expect, test } from "vitest";
import { contentOf, EMPTY } from "./content";
import { length, overLimit } from "./counter";

test.each([
  ["", 0],
  ["ä", 1],
  ["👍🏽", 2],
  ["👨‍👩‍👧", 5],
  ["a\r\nb\rc\n", 6],
  ["a\0b", 2],
])("%j has the length that the server counts", (text, expected) => {
  expect(length(text)).toBe(expected);
});

test("3000 characters pass, one more does not; white space around the short fields does not count", () => {
  const content = (text: string, summary = "") => ({ ...contentOf(EMPTY), text, summary });
  expect(overLimit(content("ä".repeat(3000)))).toBeUndefined();
  expect(overLimit(content("ä".repeat(3001)))?.field).toBe("text");
  expect(overLimit(content("", ` ${"ä".repeat(1000)} `))).toBeUndefined();
  expect(overLimit(content("", "ä".repeat(1001)))?.field).toBe("summary");
});
