import { expect, test } from "vitest";
import { file } from "../../../test/files";
import { type Arranged, arranged, mapped, placed } from "./arrangement";

const [a, b] = [file("a.jpg"), file("b.jpg")];
const one = (picture: string | File, alt = "") => ({ picture, alt });

test("saved pictures come before new ones, and the order says where each is shown", () => {
  const shown = [one(a, "A"), one("/1", "Eins"), one(b), one("/2")];
  const parts = arranged({ shown, main: 0 });
  expect(parts).toEqual({
    images: ["/1", "/2"],
    files: [a, b],
    alts: ["Eins", "", "A", ""],
    imageOrder: [2, 0, 3, 1],
    mainImageIndex: 2,
  });
  expect(placed(parts)).toEqual({ shown, main: 0 });
});

test("with new pictures after saved ones the order is empty", () => {
  expect(arranged({ shown: [one("/1"), one(a)], main: 1 })).toMatchObject({ imageOrder: [], mainImageIndex: 1 });
  expect(arranged({ shown: [], main: 0 })).toMatchObject({ images: [], files: [], imageOrder: [], mainImageIndex: 0 });
});

test.each([[[0]], [[0, 0]], [[0, 2]], [[-1, 0]]])("an order that does not fit (%j) is ignored", (imageOrder) => {
  const parts: Arranged = { images: ["/1"], files: [a], alts: ["x"], imageOrder, mainImageIndex: 1 };
  expect(placed(parts)).toEqual({ shown: [one("/1", "x"), one(a)], main: 1 });
});

test("the main picture stays the same when others are removed; without it there is none", () => {
  const all = { shown: [one("/1"), one("/2"), one(a)], main: 1 };
  const without = (gone: string) => mapped(all, (each) => (each.picture === gone ? undefined : each));
  expect([without("/1").main, without("/2").main]).toEqual([0, -1]);
});
