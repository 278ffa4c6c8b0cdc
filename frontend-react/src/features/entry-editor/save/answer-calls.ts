// The API calls for reflection answers (spec 7).
import { call } from "../../../shared/auth";
import type { ReflectionAnswer, Visibility } from "../../../shared/domain";
import { LIMIT } from "../../../shared/limited";
import { mergeAnswer, type PendingAnswer, trimmed } from "../merge/answers";

/** `previous` is the saved answer that the person saw; empty for none. `seenVisibility`: an entry with more readers is refused. */
type Form = {
  entryId: string;
  questionId: string;
  answer: string;
  previous: string;
  seenVisibility: Visibility;
  ticket: string;
};

/** A different answer was saved meanwhile. */
type Changed = { kind: "changed"; answer: ReflectionAnswer };

/**
 * `unauthorized`: the sign-in ended. `refused`: the text or the day, so trying again does not help; `message` is the server's, in
 * the page's language. `failed`: it may help, by itself or after a save of the entry.
 */
export type Result =
  | { kind: "saved"; answer: ReflectionAnswer }
  | Changed
  | { kind: "unauthorized" | "refused" | "failed"; message?: string | undefined };

export type Removal = { kind: "removed" | "failed" } | Changed;

export type Calls = typeof serverCalls;

export const serverCalls = {
  save,
  /** Undefined if the call failed. */
  async load(entryId: string, limit = LIMIT): Promise<ReflectionAnswer[] | undefined> {
    try {
      const answer = await call(`/api/entries/${entryId}/reflection-answers`, { quietly: true, limit });
      return answer.ok ? ((await answer.json()) as ReflectionAnswer[]) : undefined;
    } catch {
      return undefined;
    }
  },
  async remove(id: string, previous: string, ticket: string): Promise<Removal> {
    try {
      const body = ticket ? { previous, ticket } : { previous };
      const answer = await call(`/api/reflection-answers/${id}`, request("DELETE", body));
      if (answer.ok || answer.status === 404) return { kind: "removed" };
      return (await changed(answer)) ?? { kind: "failed" };
    } catch {
      return { kind: "failed" };
    }
  },
};

async function save({ ticket, ...form }: Form): Promise<Result> {
  try {
    const init = request("POST", ticket ? { ...form, ticket } : form);
    const answer = await call("/api/reflection-answers", { ...init, quietly: true });
    if (answer.ok) return { kind: "saved", answer: (await answer.json()) as ReflectionAnswer };
    if (answer.status === 401) return { kind: "unauthorized" };
    const refused = answer.status >= 400 && answer.status < 500 && answer.status !== 408 && answer.status !== 429;
    if (!refused) return { kind: "failed" };
    const now = await changed(answer.clone());
    if (now) return now;
    const { code, message } = (await answer.json()) as { code?: string; message?: string };
    return { kind: code === "visibility_changed" ? "failed" : "refused", message };
  } catch {
    return { kind: "failed" };
  }
}

/** The answer that was saved meanwhile, if that is why the server refused. */
async function changed(answer: Response): Promise<Changed | undefined> {
  if (answer.status !== 409) return undefined;
  const { code, detail } = (await answer.json()) as { code?: string; detail?: ReflectionAnswer };
  return code === "answer_changed" && detail ? { kind: "changed", answer: detail } : undefined;
}

/** `keepalive`: the page may be closing. */
function request(method: string, body: object) {
  const headers = { "Content-Type": "application/json" };
  return { method, headers, body: JSON.stringify(body), keepalive: true };
}

/** Saves a draft's answers to an existing entry, merged with the answers that are saved by now. */
export async function saveAnswers(
  entryId: string,
  answers: PendingAnswer[],
  { visibility: seenVisibility, ticket }: { visibility: Visibility; ticket: string },
): Promise<"saved" | "refused" | "failed"> {
  if (answers.length === 0) return "saved";
  const there = await serverCalls.load(entryId);
  if (!there) return "failed";
  for (const answer of answers) {
    const { questionId } = answer;
    const remote = there.find((saved) => saved.questionId === questionId)?.answer ?? "";
    const words = trimmed(mergeAnswer(remote, answer));
    if (words === remote) continue;
    const form = { entryId, questionId, answer: words, previous: remote, seenVisibility, ticket };
    const { kind } = await serverCalls.save(form);
    // An answer that changed just now is merged at the next attempt.
    if (kind !== "saved") return kind === "refused" ? "refused" : "failed";
  }
  return "saved";
}

/** Milliseconds that the saved answers may take to load; then the dialog says that they are missing. */
const ANSWERS_WAIT = 4000;

/** Call it before reading the form, since somebody may be typing until the dialog opens. */
export function savedAnswers(entryId: string): Promise<ReflectionAnswer[] | undefined> {
  return serverCalls.load(entryId, ANSWERS_WAIT);
}
