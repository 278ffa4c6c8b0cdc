import { describe, expect, test } from "vitest";
import { IMAGE_BYTES } from "../../limits";
import { file } from "../../test/files";
import { picture } from "../../test/pictures";
import { canMove, change, type Pictures, sift } from "./pictures";

const a = file("a.jpg");
const b = file("b.jpg");
const three: Pictures = { saved: [picture("1"), picture("2")], files: [a], main: 1 };
const none: Pictures = { saved: [], files: [], main: 0 };

describe("the main picture's index", () => {
  test.each([
    [0, 1, 0],
    [1, 1, 0],
    [2, 1, 1],
    [0, 0, 0],
    [2, 2, 1],
  ])("removing %i while %i is the main one leaves %i", (at, main, left) => {
    expect(change({ ...three, main }, { do: "remove", at }).main).toBe(left);
  });

  test("stays on its picture when that one or its neighbour is moved", () => {
    const moved = change({ ...three, main: 0 }, { do: "move", at: 0, by: 1 });
    expect([moved.main, moved.saved.map(({ id }) => id)]).toEqual([1, ["2", "1"]]);
    expect(change(moved, { do: "move", at: 0, by: 1 }).main).toBe(0);
  });
});

test("a saved and a new picture do not change places", () => {
  expect(canMove(three, 1, 1)).toBe(false);
  expect(change(three, { do: "move", at: 2, by: -1 })).toBe(three);
  expect(canMove(three, 0, -1)).toBe(false);
  const files = change({ saved: [], files: [a, b], main: 0 }, { do: "move", at: 1, by: -1 });
  expect([files.files, files.main]).toEqual([[b, a], 1]);
});

describe("refused are", () => {
  const refusals = (...chosen: File[]) => sift(chosen, { ...none, files: [a] }, 3, IMAGE_BYTES).refused;

  test.each([
    ["what is no picture", file("notiz.txt", { type: "text/plain" }), "invalid"],
    ["formats that the server does not take", file("a.heic", { type: "image/heic" }), "format"],
    ["pictures of 20 MB", file("riesig.jpg", { bytes: 20 * 1024 * 1024 }), "large"],
    ["the same name, size and time again", file("a.jpg"), "duplicate"],
  ])("%s", (_, chosen, refusal) => {
    expect(refusals(chosen)).toEqual([refusal]);
  });

  test("all of them when they are too many", () => {
    expect(sift([b, file("c.jpg"), file("d.jpg")], { ...none, files: [a] }, 3, IMAGE_BYTES)).toEqual({
      fresh: [],
      refused: ["many"],
    });
  });

  test("not those that differ in anything, and not one byte below the bound", () => {
    const fine = [file("a.jpg", { lastModified: 2 }), file("b.jpg", { bytes: IMAGE_BYTES - 1 })];
    expect(sift(fine, { ...none, files: [a] }, 3, IMAGE_BYTES)).toEqual({ fresh: fine, refused: [] });
  });

  test("twice in one choice only once", () => {
    expect(sift([b, file("b.jpg")], none, 3, IMAGE_BYTES)).toEqual({ fresh: [b], refused: ["duplicate"] });
  });
});
