import { expect, test } from "vitest";
import { file } from "../test/files";
import { picture } from "../test/pictures";
import { contentOf, EMPTY } from "./content";
import { arrived, tryOf } from "./outgoing";

const of = (...pictures: string[]) => contentOf({ ...EMPTY, text: "x", images: pictures.map((id) => picture(id)) });
const [one, two, three] = [of("1"), of("1", "2"), of("1", "2", "3")];
const sound = (url: string) => ({ url, contentType: "audio/webm", seconds: 3 });
const tryOver = (content: typeof one, saved: typeof one) => tryOf(content, undefined, { version: 3, began: saved });

test("pictures that were taken away, moved, or made the main one are part of what has to be there", () => {
  const fewer = tryOver(one, two);
  expect(arrived(fewer, one, { version: 4 })).toBeDefined();
  expect(arrived(fewer, two, { version: 3 })).toBeUndefined();
  const moved = { ...two, images: two.images.toReversed() };
  expect(arrived(tryOver(moved, two), two, { version: 4 })).toBeUndefined();
  expect(arrived(tryOver({ ...two, mainImageIndex: 1 }, two), two, { version: 4 })).toBeUndefined();
});

test("an update with a new picture arrived when the very next version has one more that was not there before", () => {
  const more = tryOver({ ...one, files: [file("a.jpg")] }, one);
  expect(arrived(more, two, { version: 4 })).toBeDefined();
  expect(arrived(more, two, { version: 5 })).toBeUndefined();
  expect(arrived(more, three, { version: 4 })).toBeUndefined();
  const instead = tryOver({ ...one, files: [file("a.jpg")] }, two);
  expect(arrived(instead, two, { version: 4 })).toBeUndefined();
});

test("a new recording arrived only where the saved one is another than before", () => {
  const before = { ...one, audio: sound("/a") };
  const spoken = tryOver({ ...before, audioFile: file("b.webm") }, before);
  expect(arrived(spoken, { ...one, audio: sound("/b") }, { version: 4 })).toBeDefined();
  expect(arrived(spoken, before, { version: 4 })).toBeUndefined();
  expect(arrived(spoken, { ...one, audio: sound("/b") }, { version: 5 })).toBeUndefined();
});

test("the first time of a try that was made again and again is remembered", () => {
  const content = { ...one, images: [], files: [file("a.jpg")] };
  const over = { version: null };
  const tried = tryOf(content, tryOf(content, undefined, over, 0), over, 3_600_000);
  expect(tried.tried).toHaveLength(1);
  const made = (time: number) => ({ version: 1, createdAt: new Date(time).toISOString() });
  expect(arrived(tried, one, made(60_000))).toBeDefined();
  expect(arrived(tried, one, made(1_800_000))).toBeUndefined();
});
