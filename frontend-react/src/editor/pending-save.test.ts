import { expect, test } from "vitest";
import { file } from "../test/files";
import { picture } from "../test/pictures";
import { contentOf, EMPTY } from "./content";
import { afterNoAnswer, findArrived, idempotencyKeyOf, isStuck, type PendingSave, withAttempt } from "./pending-save";

const of = (...pictures: string[]) => contentOf({ ...EMPTY, text: "x", images: pictures.map((id) => picture(id)) });
const [one, two] = [of("1"), of("1", "2")];
const sound = (url: string) => ({ url, contentType: "audio/webm", seconds: 3 });
const over = { version: 3 };
const tryOver = (content: typeof one) => withAttempt(content, undefined, over);

test("pictures that were taken away, moved, or made the main one are part of what has to be there", () => {
  const fewer = tryOver(one);
  expect(findArrived(fewer, one)).toBeDefined();
  expect(findArrived(fewer, two)).toBeUndefined();
  const moved = { ...two, images: two.images.toReversed() };
  expect(findArrived(tryOver(moved), two)).toBeUndefined();
  expect(findArrived(tryOver({ ...two, mainImageIndex: 1 }), two)).toBeUndefined();
});

test("files cannot be compared: a try with a new picture or recording is known by its name alone", () => {
  const photo = tryOver({ ...one, files: [file("a.jpg")] });
  const spoken = tryOver({ ...one, audioFile: file("b.webm") });
  const there = { ...one, audio: sound("/b") };
  expect(findArrived(photo, two, { attempt: idempotencyKeyOf(photo) })).toBeDefined();
  expect(findArrived(spoken, there, { attempt: idempotencyKeyOf(spoken) })).toBeDefined();
  for (const made of [{}, { attempt: null }, { attempt: "another" }]) {
    expect([findArrived(photo, two, made), findArrived(spoken, there, made)]).toEqual([undefined, undefined]);
  }
});

test("a try without a name, which an older page made, is not known by an entry that has none", () => {
  const { idempotencyKey: _, ...old } =
    tryOver({ ...one, files: [file("a.jpg")] }).attempts[0] ?? expect.fail("no try");
  expect(findArrived({ attempts: [old] }, two, {})).toBeUndefined();
});

test("the same over the same keeps its name however often it is tried; other words, and another version, get their own", () => {
  const content = { ...one, images: [], files: [file("a.jpg")] };
  const first = withAttempt(content, undefined, over);
  const again = withAttempt(content, first, over);
  expect([again.attempts.length, idempotencyKeyOf(again)]).toEqual([1, idempotencyKeyOf(first)]);
  const later = withAttempt(content, again, { version: 4 });
  const other = withAttempt({ ...content, text: "y" }, later, { version: 4 });
  const names = other.attempts.map(({ idempotencyKey }) => idempotencyKey);
  expect([names.length, new Set(names).size]).toEqual([3, 3]);
});

const unclear = { kind: "unclear" } as const;
const broken = { kind: "offline", moved: true } as const;
const nobody = { kind: "offline", moved: false } as const;

/** What waits after a try of `content` for each outcome, one after the other. */
function after(content: typeof one, outcomes: Parameters<typeof afterNoAnswer>[2][]) {
  return outcomes.reduce<PendingSave | undefined>(
    (before, outcome) => afterNoAnswer(withAttempt(content, before, over), content, outcome),
    undefined,
  );
}

test("files that three times in a row came to no end are not sent by themselves any more, and the next vain try asks at once", () => {
  const photo = { ...one, files: [file("a.jpg")] };
  expect(after(photo, [unclear, broken])?.needsDecision).toBeUndefined();
  const stuck = after(photo, [unclear, broken, nobody, unclear]);
  expect([stuck?.needsDecision, stuck && isStuck(stuck)]).toEqual([true, true]);
  expect(after(photo, [unclear, unclear, unclear, broken])?.needsDecision).toBe(true);
  expect(after({ ...one, audioFile: file("b.webm") }, [broken, broken, broken])?.needsDecision).toBe(true);
});

test("words alone, and a try that nobody heard, go on being sent", () => {
  const photo = { ...one, files: [file("a.jpg")] };
  expect(after(one, [unclear, unclear, unclear, broken])).toMatchObject({ attempts: [{ text: "x" }] });
  expect(after(one, [unclear, unclear, unclear, broken])?.needsDecision).toBeUndefined();
  expect(after(photo, [nobody, nobody, nobody, nobody])?.needsDecision).toBeUndefined();
  const words = afterNoAnswer(withAttempt(one, after(photo, [unclear, unclear]), over), one, unclear);
  expect(words.unfinishedUploads).toBeUndefined();
});
