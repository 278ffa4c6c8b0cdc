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
  const over = (text: string, summary?: string, saved = "") => overLimit(content(text, summary), content(saved))?.field;
  expect(over("ä".repeat(3000))).toBeUndefined();
  expect(over("ä".repeat(3001))).toBe("text");
  expect(over("", ` ${"ä".repeat(1000)} `)).toBeUndefined();
  expect(over("", "ä".repeat(1001))).toBe("summary");
  // An imported text that is longer may stay as long.
  expect(over("ä".repeat(5000), "", "ö".repeat(5000))).toBeUndefined();
  expect(over("ä".repeat(5001), "", "ö".repeat(5000))).toBe("text");
});
