import { expect, test } from "vitest";
import { file } from "../../../test/files";
import { type Content, contentOf, EMPTY } from "../state/content";
import { afterNoAnswer, answersLeft, isStuck, newSave, nextSave, type Save } from "./save";

const words = (text: string) => contentOf({ ...EMPTY, text });
const photo = { ...words("x"), files: [file("a.jpg")] };
const entry = { date: "2026-11-20", entryId: "entry-1", version: 3, ticket: "paper" };
const later = { ...entry, version: 4 };

test("every save has a key of its own", () => {
  const keys = [newSave(words("x"), entry), newSave(words("x"), entry)].map(({ idempotencyKey }) => idempotencyKey);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[0]).not.toBe(keys[1]);
});

test("a save without an answer is sent again as it was, whatever the form has by now", () => {
  const before = newSave(words("x"), entry);
  expect(nextSave(words("x und mehr"), later, before)).toBe(before);
});

test("when its person had to decide, it is sent again, unless one of its files was taken away", () => {
  const before: Save = { ...newSave(photo, entry), needsDecision: true };
  const { needsDecision: _, ...again } = before;
  expect(nextSave({ ...photo, text: "y" }, later, before)).toEqual(again);
  const other = nextSave(words("y"), later, before);
  expect([other.version, other.content.text, other.content.files]).toEqual([4, "y", []]);
  expect(other.idempotencyKey).not.toBe(before.idempotencyKey);
});

test("the save of a new entry includes its answers, that of an existing one none", () => {
  const pending = (answer: string) => ({ questionId: "calm", answer, previous: "" });
  const content: Content = { ...words("x"), reflectionAnswers: [pending("Der See")] };
  const now = { ...content, reflectionAnswers: [pending("Der See"), { ...pending("Ruhe"), questionId: "song" }] };
  const left = (entryId: string | null) => answersLeft(newSave(content, { ...entry, entryId }), now).length;
  expect([left(null), left("entry-1")]).toEqual([1, 2]);
});

const unclear = { kind: "unclear" } as const;
const broken = { kind: "offline", moved: true } as const;
const nobody = { kind: "offline", moved: false } as const;

/** The pending save after requests with these outcomes. */
function after(content: Content, outcomes: Parameters<typeof afterNoAnswer>[1][]): Save {
  return outcomes.reduce(afterNoAnswer, newSave(content, entry));
}

test("after three unfinished uploads in a row a save needs a decision, and so does the next unfinished one", () => {
  expect(after(photo, [unclear, broken]).needsDecision).toBeUndefined();
  const stuck = after(photo, [unclear, broken, nobody, unclear]);
  expect([stuck.needsDecision, isStuck(stuck)]).toEqual([true, true]);
  expect(after(photo, [unclear, unclear, unclear, broken]).needsDecision).toBe(true);
  expect(after({ ...words("x"), audioFile: file("b.webm") }, [broken, broken, broken]).needsDecision).toBe(true);
});

test("a save of text alone, and one that never reached the server, stay pending", () => {
  expect(after(words("x"), [unclear, unclear, unclear, broken]).needsDecision).toBeUndefined();
  expect(after(photo, [nobody, nobody, nobody, nobody]).needsDecision).toBeUndefined();
});
