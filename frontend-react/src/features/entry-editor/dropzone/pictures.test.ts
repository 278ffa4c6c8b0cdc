import { describe, expect, test } from "vitest";
import { IMAGE_BYTES } from "../../../limits";
import { file } from "../../../test/files";
import { picture } from "../../../test/pictures";
import { canMove, change, type Pictures, type Shown, sift } from "./pictures";

const a = file("a.jpg");
const b = file("b.jpg");

function shown(...pictures: (string | File)[]): Shown[] {
  return pictures.map((one, at) => ({ key: `k${at}`, picture: one instanceof File ? one : picture(one), alt: "" }));
}

const three: Pictures = { shown: shown("1", "2", a), main: 1 };
const none: Pictures = { shown: [], main: 0 };
const withA: Pictures = { shown: shown(a), main: 0 };
const keys = ({ shown }: Pictures) => shown.map(({ key }) => key);

describe("the main picture's index", () => {
  test.each([
    [0, 1, 0],
    [1, 1, 0],
    [2, 1, 1],
    [0, 0, 0],
    [2, 2, 1],
  ])("removing %i while %i is the main one leaves %i", (at, main, left) => {
    expect(change({ ...three, main }, { do: "remove", key: `k${at}` }).main).toBe(left);
  });

  test("stays on its picture when that one or its neighbour is moved", () => {
    const moved = change({ ...three, main: 0 }, { do: "move", key: "k0", by: 1 });
    expect([moved.main, keys(moved)]).toEqual([1, ["k1", "k0", "k2"]]);
    expect(change(moved, { do: "move", key: "k1", by: 1 }).main).toBe(0);
  });
});

test("a saved and a new picture change places, and nothing moves beyond the ends", () => {
  expect(keys(change(three, { do: "move", key: "k2", by: -1 }))).toEqual(["k0", "k2", "k1"]);
  expect([canMove(three, 0, -1), canMove(three, 2, 1), canMove(three, 1, 1)]).toEqual([false, false, true]);
  expect(change(three, { do: "move", key: "k0", by: -1 })).toBe(three);
});

test("a smaller photo takes the place of the chosen one, with what was said of it", () => {
  const said = change(three, { do: "describe", key: "k2", alt: "Ein See" });
  const after = change(said, { do: "replace", key: "k2", picture: b });
  expect(after.shown[2]).toEqual({ key: "k2", picture: b, alt: "Ein See" });
  expect(change(after, { do: "replace", key: "gone", picture: a })).toBe(after);
});

describe("refused are", () => {
  const refusals = (...chosen: File[]) => sift(chosen, withA, 3, IMAGE_BYTES).refused;

  test.each([
    ["what is no picture", file("notiz.txt", { type: "text/plain" }), "invalid"],
    ["formats that the server does not take", file("a.avif", { type: "image/avif" }), "format"],
    ["photos of phones that browsers cannot show", file("a.heic", { type: "image/heic" }), "heic"],
    ["the same where the browser does not know them", file("IMG_1.HEIC", { type: "" }), "heic"],
    ["pictures of 20 MB", file("riesig.jpg", { bytes: 20 * 1024 * 1024 }), "large"],
    ["the same name, size and time again", file("a.jpg"), "duplicate"],
  ])("%s", (_, chosen, refusal) => {
    expect(refusals(chosen)).toEqual([refusal]);
  });

  test("those behind the first that are allowed", () => {
    const c = file("c.jpg");
    expect(sift([b, c, file("d.jpg")], withA, 3, IMAGE_BYTES)).toEqual({ fresh: [b, c], refused: ["many"] });
    expect(sift([b], withA, 1, IMAGE_BYTES)).toEqual({ fresh: [], refused: ["many"] });
  });

  test("not those that differ in anything, and not one byte below the bound", () => {
    const fine = [file("a.jpg", { lastModified: 2 }), file("b.jpg", { bytes: IMAGE_BYTES - 1 })];
    expect(sift(fine, withA, 3, IMAGE_BYTES)).toEqual({ fresh: fine, refused: [] });
  });

  test("nothing that was not chosen: who has more than the plan allows keeps it", () => {
    expect(sift([file("a.txt", { type: "text/plain" })], three, 1, IMAGE_BYTES).refused).toEqual(["invalid"]);
  });

  test("twice in one choice only once", () => {
    expect(sift([b, file("b.jpg")], none, 3, IMAGE_BYTES)).toEqual({ fresh: [b], refused: ["duplicate"] });
  });
});
