// Answers to questions of reflection that the server does not have yet: part of the form's content and of its draft.
import { newLines } from "./counter";
import { join } from "./join";

export type PendingAnswer = {
  questionId: string;
  answer: string;
  /** The saved answer that it was written over; empty where there was none. */
  over: string;
};

/** As the server keeps it. */
export function trimmed(answer: string): string {
  return newLines(answer).trim();
}

export function sameAnswers(a: PendingAnswer[], b: PendingAnswer[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The words for a question that has `theirs` saved by now: both, unless one was written over the other. */
export function over(theirs: string, { answer, over }: PendingAnswer): string {
  if (theirs === over || theirs === "") return answer;
  return theirs === trimmed(answer) ? theirs : join(theirs, answer);
}

/** What is left to be saved of `now` when `sent` is saved with the entry. */
export function answersAfterSave(now: PendingAnswer[], sent: PendingAnswer[]): PendingAnswer[] {
  return now.flatMap((answer) => {
    const saved = trimmed(sent.find((other) => other.questionId === answer.questionId)?.answer ?? "");
    if (saved === trimmed(answer.answer)) return [];
    return [saved ? { ...answer, over: saved } : answer];
  });
}

/** `first` and `second` in one list, with both words where both answer a question. */
export function bothAnswers(first: PendingAnswer[], second: PendingAnswer[]): PendingAnswer[] {
  const joined = first.map((answer) => {
    const other = second.find(({ questionId }) => questionId === answer.questionId);
    return other ? { ...answer, answer: join(answer.answer, other.answer) } : answer;
  });
  return [...joined, ...second.filter(({ questionId }) => !first.some((answer) => answer.questionId === questionId))];
}
