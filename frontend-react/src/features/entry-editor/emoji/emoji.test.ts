import { expect, test } from "vitest";
import cases from "../../../../../domain/src/emoji_cases.json";
import { graphemes, likelyEmojis } from "./emoji";

/** What is no emoji yet is left to the server. */
const known = (cases as [string, string][]).filter(([typed]) => !/\p{Unassigned}/u.test(typed));

test.each(known)("%j becomes %j, as on the server", (typed, expected) => {
  expect(likelyEmojis(typed)).toBe(expected);
});

test.each(known)("cleaning the result of %j again changes nothing", (typed) => {
  expect(likelyEmojis(likelyEmojis(typed))).toBe(likelyEmojis(typed));
});

test("an emoji that this browser does not know yet is left to the server, words are not", () => {
  const newer = "\u{1faff}";
  expect(likelyEmojis(`neu ${newer}!`)).toBe(newer);
  expect(likelyEmojis("🐱‍🚀")).toBe("🐱‍🚀");
  expect(likelyEmojis("a 1 # ❤︎ 🏽")).toBe("");
});

test("what a person sees as one counts as one", () => {
  expect(graphemes("👨‍👩‍👧🇩🇪1️⃣")).toHaveLength(3);
});
