import { describe, expect, test } from "vitest";
import { IMAGE_BYTES } from "../../../shared/limits";
import { file } from "../../../test/files";
import type { Arrangement, Placed } from "../merge/arrangement";
import { canMove, change, sift, withFewHeic } from "./pictures";

const a = file("a.jpg");
const b = file("b.jpg");

function shown(...pictures: (string | File)[]): Placed[] {
  return pictures.map((picture) => ({ picture, alt: "" }));
}

const three: Arrangement = { shown: shown("1", "2", a), main: 1 };
const none: Arrangement = { shown: [], main: 0 };
const withA: Arrangement = { shown: shown(a), main: 0 };
const order = ({ shown }: Arrangement) => shown.map(({ picture }) => picture);

describe("the main picture's index", () => {
  test.each([
    [0, 1, 0],
    [1, 1, 0],
    [2, 1, 1],
    [0, 0, 0],
    [2, 2, 1],
  ])("removing %i while %i is the main one leaves %i", (at, main, left) => {
    expect(change({ ...three, main }, { do: "remove", picture: three.shown[at]?.picture ?? "" }).main).toBe(left);
  });

  test("stays on its picture when that one or its neighbour is moved", () => {
    const moved = change({ ...three, main: 0 }, { do: "move", picture: "1", by: 1 });
    expect([moved.main, order(moved)]).toEqual([1, ["2", "1", a]]);
    expect(change(moved, { do: "move", picture: "2", by: 1 }).main).toBe(0);
  });
});

test("a saved and a new picture change places, and nothing moves beyond the ends", () => {
  expect(order(change(three, { do: "move", picture: a, by: -1 }))).toEqual(["1", a, "2"]);
  expect([canMove(three, "1", -1), canMove(three, a, 1), canMove(three, "2", 1)]).toEqual([false, false, true]);
  expect(change(three, { do: "move", picture: "1", by: -1 })).toBe(three);
});

test("a smaller photo takes the place of the chosen one, with what was said of it", () => {
  const said = change(three, { do: "describe", picture: a, alt: "Ein See" });
  const after = change(said, { do: "replace", picture: a, by: b });
  expect(after.shown[2]).toEqual({ picture: b, alt: "Ein See" });
  expect(change(after, { do: "replace", picture: file("weg.jpg"), by: a })).toBe(after);
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

  test("and no more photos are made anew than may be shown", () => {
    const heic = [1, 2, 3].map((n) => file(`IMG_${n}.HEIC`, { type: "image/heic" }));
    expect(withFewHeic([...heic, b], 2)).toEqual([...heic.slice(0, 2), b]);
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
