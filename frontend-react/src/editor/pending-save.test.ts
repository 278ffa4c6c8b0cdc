import { expect, test } from "vitest";
import { file } from "../test/files";
import { picture } from "../test/pictures";
import { contentOf, EMPTY } from "./content";
import { afterNoAnswer, findArrived, idempotencyKeyOf, isStuck, type PendingSave, withAttempt } from "./pending-save";

const of = (...pictures: string[]) => contentOf({ ...EMPTY, text: "x", images: pictures.map((id) => picture(id)) });
const [one, two] = [of("1"), of("1", "2")];
const sound = (url: string) => ({ url, contentType: "audio/webm", seconds: 3 });
const over = { version: 3 };
const firstAttempt = (content: typeof one) => withAttempt(content, undefined, over);

test("removed, moved and main pictures count when an attempt is compared with an entry", () => {
  const fewer = firstAttempt(one);
  expect(findArrived(fewer, one)).toBeDefined();
  expect(findArrived(fewer, two)).toBeUndefined();
  const moved = { ...two, images: two.images.toReversed() };
  expect(findArrived(firstAttempt(moved), two)).toBeUndefined();
  expect(findArrived(firstAttempt({ ...two, mainImageIndex: 1 }), two)).toBeUndefined();
});

test("an attempt with a new picture or recording is recognised by its idempotency key alone", () => {
  const photo = firstAttempt({ ...one, files: [file("a.jpg")] });
  const spoken = firstAttempt({ ...one, audioFile: file("b.webm") });
  const there = { ...one, audio: sound("/b") };
  expect(findArrived(photo, two, { attempt: idempotencyKeyOf(photo) })).toBeDefined();
  expect(findArrived(spoken, there, { attempt: idempotencyKeyOf(spoken) })).toBeDefined();
  for (const made of [{}, { attempt: null }, { attempt: "another" }]) {
    expect([findArrived(photo, two, made), findArrived(spoken, there, made)]).toEqual([undefined, undefined]);
  }
});

test("an attempt without a key, from an older page, does not match an entry without one", () => {
  const { idempotencyKey: _, ...old } =
    firstAttempt({ ...one, files: [file("a.jpg")] }).attempts[0] ?? expect.fail("no attempt");
  expect(findArrived({ attempts: [old] }, two, {})).toBeUndefined();
});

test("the same content over the same version keeps its key; other content and another version get new ones", () => {
  const content = { ...one, images: [], files: [file("a.jpg")] };
  const first = withAttempt(content, undefined, over);
  const again = withAttempt(content, first, over);
  expect([again.attempts.length, idempotencyKeyOf(again)]).toEqual([1, idempotencyKeyOf(first)]);
  const later = withAttempt(content, again, { version: 4 });
  const other = withAttempt({ ...content, text: "y" }, later, { version: 4 });
  const keys = other.attempts.map(({ idempotencyKey }) => idempotencyKey);
  expect([keys.length, new Set(keys).size]).toEqual([3, 3]);
});

const unclear = { kind: "unclear" } as const;
const broken = { kind: "offline", moved: true } as const;
const nobody = { kind: "offline", moved: false } as const;

/** The pending save after attempts with these outcomes. */
function after(content: typeof one, outcomes: Parameters<typeof afterNoAnswer>[2][]) {
  return outcomes.reduce<PendingSave | undefined>(
    (before, outcome) => afterNoAnswer(withAttempt(content, before, over), content, outcome),
    undefined,
  );
}

test("after three unfinished uploads in a row a save needs a decision, and so does the next unfinished one", () => {
  const photo = { ...one, files: [file("a.jpg")] };
  expect(after(photo, [unclear, broken])?.needsDecision).toBeUndefined();
  const stuck = after(photo, [unclear, broken, nobody, unclear]);
  expect([stuck?.needsDecision, stuck && isStuck(stuck)]).toEqual([true, true]);
  expect(after(photo, [unclear, unclear, unclear, broken])?.needsDecision).toBe(true);
  expect(after({ ...one, audioFile: file("b.webm") }, [broken, broken, broken])?.needsDecision).toBe(true);
});

test("a save of text alone, and one that never reached the server, stay pending", () => {
  const photo = { ...one, files: [file("a.jpg")] };
  expect(after(one, [unclear, unclear, unclear, broken])).toMatchObject({ attempts: [{ text: "x" }] });
  expect(after(one, [unclear, unclear, unclear, broken])?.needsDecision).toBeUndefined();
  expect(after(photo, [nobody, nobody, nobody, nobody])?.needsDecision).toBeUndefined();
  const words = afterNoAnswer(withAttempt(one, after(photo, [unclear, unclear]), over), one, unclear);
  expect(words.unfinishedUploads).toBeUndefined();
});
