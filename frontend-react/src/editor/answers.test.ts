import { expect, test } from "vitest";
import { answersAfterSave, mergeAnswer, mergeAnswers, type PendingAnswer } from "./answers";
import { contentOf, EMPTY, isEmpty, same, sameEntry } from "./content";
import { afterSave, mergeContents } from "./merge";
import { formOf } from "./send";

const pending = (questionId: string, answer: string, before = ""): PendingAnswer => ({
  questionId,
  answer,
  over: before,
});
const empty = contentOf(EMPTY);

test("an answer goes over the one it was written over, and is joined with any other", () => {
  expect(mergeAnswer("Alt", pending("q", "Neu", "Alt"))).toBe("Neu");
  expect(mergeAnswer("", pending("q", "Neu", "Alt"))).toBe("Neu");
  expect(mergeAnswer("Neu", pending("q", " Neu\r\n", "Alt"))).toBe("Neu");
  expect(mergeAnswer("Woanders", pending("q", "Neu", "Alt"))).toBe("Woanders\n\nNeu");
});

test("what was typed while the entry was sent is written over what was sent", () => {
  const sent = [pending("a", "Eins"), pending("b", "Zwei")];
  const now = [pending("a", "Eins "), pending("b", "Zwei und mehr"), pending("c", "Drei")];
  expect(answersAfterSave(now, sent)).toEqual([pending("b", "Zwei und mehr", "Zwei"), pending("c", "Drei")]);
  const after = afterSave({ ...empty, reflectionAnswers: now }, { ...empty, reflectionAnswers: sent }, empty);
  expect(after.reflectionAnswers).toHaveLength(2);
});

test("answers of a draft join those in the form", () => {
  const both = mergeAnswers([pending("a", "Eins")], [pending("a", "Anders"), pending("b", "Zwei")]);
  expect(both).toEqual([pending("a", "Eins\n\nAnders"), pending("b", "Zwei")]);
});

test("pending answers are unsaved work, are kept in a conflict, and make no entry by themselves", () => {
  const local = { ...empty, reflectionAnswers: [pending("a", "Eins")] };
  expect(same(local, empty)).toBe(false);
  expect(sameEntry(local, empty)).toBe(true);
  expect(mergeContents(local, empty, { ...empty, text: "ihrer" }).reflectionAnswers).toEqual(local.reflectionAnswers);
  expect(isEmpty(local)).toBe(true);
});

test("only a new entry takes its answers along", () => {
  const content = { ...empty, text: "x", reflectionAnswers: [pending("a", "Eins", "Alt")] };
  const place = { userId: "u", date: "2026-11-20", version: null, ticket: "", saved: empty };
  expect(formOf(content, { ...place, entryId: null }).get("reflectionAnswers")).toBe(
    '[{"questionId":"a","answer":"Eins"}]',
  );
  expect(formOf(content, { ...place, entryId: "e" }).has("reflectionAnswers")).toBe(false);
});
