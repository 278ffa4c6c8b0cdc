import { expect, test } from "vitest";
import { newSave } from "../save/save";
import { formOf } from "../save/send";
import { contentOf, EMPTY, isEmpty, same, sameEntry } from "../state/content";
import { answersAfterSave, mergeAnswer, mergeAnswers, type PendingAnswer } from "./answers";
import { mergeContents } from "./merge";

const pending = (questionId: string, answer: string, before = ""): PendingAnswer => ({
  questionId,
  answer,
  previous: before,
});
const empty = contentOf(EMPTY);

test("an answer replaces the one it was written over, and is merged with any other", () => {
  expect(mergeAnswer("Alt", pending("q", "Neu", "Alt"))).toBe("Neu");
  expect(mergeAnswer("", pending("q", "Neu", "Alt"))).toBe("Neu");
  expect(mergeAnswer("Neu", pending("q", " Neu\r\n", "Alt"))).toBe("Neu");
  expect(mergeAnswer("Woanders", pending("q", "Neu", "Alt"))).toBe("Woanders\n\nNeu");
});

test("what was typed during a save replaces what was sent", () => {
  const sent = [pending("a", "Eins"), pending("b", "Zwei")];
  const now = [pending("a", "Eins "), pending("b", "Zwei und mehr"), pending("c", "Drei")];
  expect(answersAfterSave(now, sent)).toEqual([pending("b", "Zwei und mehr", "Zwei"), pending("c", "Drei")]);
});

test("a draft's answers are merged with those in the form", () => {
  const both = mergeAnswers([pending("a", "Eins")], [pending("a", "Anders"), pending("b", "Zwei")]);
  expect(both).toEqual([pending("a", "Eins\n\nAnders"), pending("b", "Zwei")]);
});

test("pending answers are unsaved, stay in a conflict, and are no entry by themselves", () => {
  const local = { ...empty, reflectionAnswers: [pending("a", "Eins")] };
  expect(same(local, empty)).toBe(false);
  expect(sameEntry(local, empty)).toBe(true);
  expect(mergeContents(local, empty, { ...empty, text: "ihrer" }).reflectionAnswers).toEqual(local.reflectionAnswers);
  expect(isEmpty(local)).toBe(true);
});

test("only the save of a new entry includes its answers", () => {
  const content = { ...empty, text: "x", reflectionAnswers: [pending("a", "Eins", "Alt")] };
  const place = { date: "2026-11-20", version: null, ticket: "" };
  expect(formOf(newSave(content, { ...place, entryId: null }), "user-1").get("reflectionAnswers")).toBe(
    '[{"questionId":"a","answer":"Eins"}]',
  );
  expect(formOf(newSave(content, { ...place, entryId: "e" }), "user-1").has("reflectionAnswers")).toBe(false);
});
