import { expect, test } from "vitest";
import { loudness, shown } from "./meter";

test("silence is nothing, a voice is in the middle, and a shout is at the end", () => {
  expect(shown(loudness(new Float32Array(64)))).toBe(0);
  expect(shown(0.05)).toBeCloseTo(0.6, 1);
  expect(shown(1)).toBe(1);
});
