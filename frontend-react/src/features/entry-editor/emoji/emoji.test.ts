import { expect, test } from "vitest";
import cases from "../../../../../domain/src/emoji_cases.json";
import { graphemes, likelyEmojis, onlyEmojis } from "./emoji";

test.each(cases as [string, string][])("%j becomes %j, as on the server", (typed, expected) => {
  expect(onlyEmojis(typed)).toBe(expected);
});

test.each(cases as [string, string][])("cleaning the result of %j again changes nothing", (typed) => {
  expect(onlyEmojis(onlyEmojis(typed))).toBe(onlyEmojis(typed));
});

test("an emoji that this browser does not know yet is left to the server, words are not", () => {
  const newer = "\u{1faff}";
  expect(onlyEmojis(newer)).toBe("");
  expect(likelyEmojis(`neu ${newer}!`)).toBe(newer);
  expect(likelyEmojis("🐱‍🚀")).toBe("🐱‍🚀");
  expect(likelyEmojis("a 1 # ❤︎ 🏽")).toBe("");
});

test("what a person sees as one counts as one", () => {
  expect(graphemes("👨‍👩‍👧🇩🇪1️⃣")).toHaveLength(3);
});
