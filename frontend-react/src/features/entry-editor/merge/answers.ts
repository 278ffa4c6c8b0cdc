// Reflection answers that the server does not have yet. They are part of the form's content and of its draft.
import { newLines } from "../state/counter";
import { joinTexts } from "./join-texts";

export type PendingAnswer = {
  questionId: string;
  answer: string;
  /** The saved answer that it replaces; empty for none. */
  previous: string;
};

/** The answer as the server stores it. */
export function trimmed(answer: string): string {
  return newLines(answer).trim();
}

export function sameAnswers(a: PendingAnswer[], b: PendingAnswer[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The answer to a question whose saved answer is `remote` by now: both texts, unless one was written over the other. */
export function mergeAnswer(remote: string, { answer, previous }: PendingAnswer): string {
  if (remote === previous || remote === "") return answer;
  return remote === trimmed(answer) ? remote : joinTexts(remote, answer);
}

/** The answers of `now` that are not saved yet when `sent` was saved with the entry. */
export function answersAfterSave(now: PendingAnswer[], sent: PendingAnswer[]): PendingAnswer[] {
  return now.flatMap((answer) => {
    const saved = trimmed(sent.find((other) => other.questionId === answer.questionId)?.answer ?? "");
    if (saved === trimmed(answer.answer)) return [];
    return [saved ? { ...answer, previous: saved } : answer];
  });
}

/** `first` and `second` in one list, with merged texts where both answer a question. */
export function mergeAnswers(first: PendingAnswer[], second: PendingAnswer[]): PendingAnswer[] {
  const merged = first.map((answer) => {
    const other = second.find(({ questionId }) => questionId === answer.questionId);
    return other ? { ...answer, answer: joinTexts(answer.answer, other.answer) } : answer;
  });
  return [...merged, ...second.filter(({ questionId }) => !first.some((answer) => answer.questionId === questionId))];
}
