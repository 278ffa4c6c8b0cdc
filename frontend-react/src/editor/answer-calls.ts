// The calls of spec 7 for answers to questions of reflection.
import { call } from "../auth";
import type { ReflectionAnswer } from "../domain";
import { over, type PendingAnswer, trimmed } from "./answers";

type Form = { entryId: string; questionId: string; answer: string; ticket: string };

export type Result =
  | { kind: "saved"; answer: ReflectionAnswer }
  /** The sign-in ended. */
  | { kind: "unauthorized"; message?: undefined }
  /** Other words or another day are needed; `message` is the server's, in the page's language. */
  | { kind: "refused"; message: string | undefined }
  /** Trying again may help. */
  | { kind: "failed"; message?: undefined };

export type Calls = typeof serverCalls;

export const serverCalls = {
  save,
  /** Undefined: no answer. */
  async load(entryId: string): Promise<ReflectionAnswer[] | undefined> {
    try {
      const answer = await call(`/api/entries/${entryId}/reflection-answers`);
      return answer.ok ? ((await answer.json()) as ReflectionAnswer[]) : undefined;
    } catch {
      return undefined;
    }
  },
  /** Whether it is gone. */
  async remove(id: string, ticket: string): Promise<boolean> {
    try {
      const answer = await call(`/api/reflection-answers/${id}`, request("DELETE", ticket ? { ticket } : {}));
      return answer.ok || answer.status === 404;
    } catch {
      return false;
    }
  },
};

async function save({ ticket, ...form }: Form): Promise<Result> {
  try {
    const answer = await call("/api/reflection-answers", request("POST", ticket ? { ...form, ticket } : form));
    if (answer.ok) return { kind: "saved", answer: (await answer.json()) as ReflectionAnswer };
    if (answer.status === 401) return { kind: "unauthorized" };
    const refused = answer.status >= 400 && answer.status < 500 && answer.status !== 408 && answer.status !== 429;
    if (!refused) return { kind: "failed" };
    return { kind: "refused", message: ((await answer.json()) as { message?: string }).message };
  } catch {
    return { kind: "failed" };
  }
}

/** `keepalive`: the page may be on its way out. */
function request(method: string, body: object) {
  const headers = { "Content-Type": "application/json" };
  return { method, headers, body: JSON.stringify(body), keepalive: true };
}

/** Saves a draft's answers to an entry that is there; over what is saved by now, which is joined and not lost. */
export async function saveAnswers(
  entryId: string,
  answers: PendingAnswer[],
  ticket: string,
): Promise<"saved" | "refused" | "failed"> {
  if (answers.length === 0) return "saved";
  const there = await serverCalls.load(entryId);
  if (!there) return "failed";
  for (const answer of answers) {
    const { questionId } = answer;
    const theirs = there.find((saved) => saved.questionId === questionId)?.answer ?? "";
    const words = trimmed(over(theirs, answer));
    if (words === theirs) continue;
    const { kind } = await serverCalls.save({ entryId, questionId, answer: words, ticket });
    if (kind !== "saved") return kind === "refused" ? "refused" : "failed";
  }
  return "saved";
}
