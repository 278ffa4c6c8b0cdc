// Sends drafts with a pending save whose form is not open any more. Any later page does it.
import type { Entry, Visibility } from "../../../shared/domain";
import { type Draft, deleteDraft, readDrafts, replaceDraft } from "../draft/drafts";
import { acquireLock } from "../draft/lock";
import { afterSave } from "../merge/merge";
import { type Content, contentOf, sameEntry, savedOf } from "../state/content";
import { limitedTo } from "../state/visibility";
import { saveAnswers } from "./answer-calls";
import { afterNoAnswer, answersLeft, isStuck, newSave, nextSave, type PendingSave } from "./pending-save";
import { type Outcome, sendEntry } from "./send";

/**
 * The result for one draft. `later`: it stays pending (`all`: so do those after it). `needs_decision`: the person has to decide
 * (`stuck`: whether to upload its files again, which failed too often).
 */
export type Delivery =
  | { kind: "sent"; draft: Draft; entryId: string; visibility: Visibility }
  | { kind: "needs_decision"; draft: Draft; message: string | undefined; stuck?: true }
  | { kind: "later"; draft: Draft; all: boolean };

type Unanswered = Extract<Outcome, { kind: "offline" | "unclear" }>;
type NeedsDecision = Extract<Delivery, { kind: "needs_decision" }>;

export function isPending({ pendingSave }: Draft): boolean {
  return pendingSave !== undefined && !pendingSave.needsDecision;
}

/** Sends one after the other, in the order of writing. Without a connection or a sign-in it stops. */
export async function sendOutbox(userId: string, report: (delivery: Delivery) => void): Promise<void> {
  const drafts = (await readDrafts(userId)).filter(isPending).toSorted((a, b) => a.writtenAt - b.writtenAt);
  for (const { key } of drafts) {
    const delivery = await sendOne(userId, key);
    if (delivery) report(delivery);
    if (delivery?.kind === "later" && delivery.all) return;
  }
}

/** Undefined if another page holds the draft's lock: its form is open there, or it is being sent. */
async function sendOne(userId: string, key: string): Promise<Delivery | undefined> {
  const release = await acquireLock(key);
  if (!release) return undefined;
  try {
    const draft = (await readDrafts(userId)).find((draft) => draft.key === key);
    return draft && isPending(draft) ? await deliver(draft) : undefined;
  } finally {
    release();
  }
}

/** Undefined if the draft was changed meanwhile. */
async function deliver(draft: Draft, before = draft.pendingSave): Promise<Delivery | undefined> {
  if (!before) return undefined;
  const pendingSave = nextSave(draft, draft, before);
  const outcome = await sendEntry(pendingSave, draft.userId, { progress: () => {} });
  switch (outcome.kind) {
    case "saved":
      return saved(draft, pendingSave, outcome.entry);
    case "conflict":
      if (sameEntry(draft, contentOf(savedOf(outcome.entry))))
        return sent(draft, outcome.entry, draft.reflectionAnswers);
      return needsDecision(draft, pendingSave, undefined);
    case "refused":
      return needsDecision(draft, pendingSave, outcome.message);
    case "offline":
    case "unclear":
      return unanswered(draft, before, pendingSave, outcome);
  }
  return { kind: "later", draft, all: true };
}

/** An upload that keeps failing is not sent for ever. */
async function unanswered(
  draft: Draft,
  before: PendingSave,
  sent: PendingSave,
  outcome: Unanswered,
): Promise<Delivery | undefined> {
  const pendingSave = afterNoAnswer(sent, outcome);
  if (isStuck(pendingSave)) {
    const asked = await needsDecision(draft, pendingSave, outcome.kind === "unclear" ? outcome.message : undefined);
    return asked && { ...asked, stuck: true };
  }
  const written = pendingSave === before || (await replaceDraft({ ...draft, pendingSave }, false, draft));
  return written ? { kind: "later", draft, all: outcome.kind === "offline" } : undefined;
}

/** What the draft has besides what was saved is saved on top of it, but not for more readers than the save was asked for. */
async function saved(found: Draft, save: PendingSave, entry: Entry): Promise<Delivery | undefined> {
  const remote = contentOf(savedOf(entry));
  const draft = limitedTo(found, save.content.visibility);
  if (sameEntry(draft, save.content)) return sent(draft, entry, answersLeft(save, draft));
  const place = { entryId: entry.id, version: entry.version ?? null, base: remote };
  const next = rewritten(draft, { ...afterSave(draft, save.content, remote), ...place });
  const pendingSave = newSave(next, next);
  return (await replaceDraft({ ...next, pendingSave }, true, draft)) ? deliver(next, pendingSave) : undefined;
}

/** The entry is saved; `answers` still have to be. */
async function sent(draft: Draft, entry: Entry, answers: Content["reflectionAnswers"]): Promise<Delivery | undefined> {
  const result = await saveAnswers(entry.id, answers, draft);
  if (result === "saved") {
    await deleteDraft(draft.key, draft.writer, draft.writtenAt);
    return { kind: "sent", draft, entryId: entry.id, visibility: entry.visibility };
  }
  const base = contentOf(savedOf(entry));
  const place = { entryId: entry.id, version: entry.version ?? null, base };
  const rest = rewritten(draft, { ...base, reflectionAnswers: answers, ...place });
  const pendingSave = newSave(rest, rest);
  if (!(await replaceDraft({ ...rest, pendingSave }, true, draft))) return undefined;
  return result === "refused"
    ? needsDecision(rest, pendingSave, undefined)
    : { kind: "later", draft: rest, all: false };
}

async function needsDecision(
  draft: Draft,
  pendingSave: PendingSave,
  message: string | undefined,
): Promise<NeedsDecision | undefined> {
  const written = await replaceDraft({ ...draft, pendingSave: { ...pendingSave, needsDecision: true } }, false, draft);
  return written ? { kind: "needs_decision", draft, message } : undefined;
}

/** `draft` with a new writer: its files differ from those that its form wrote, and that form must not count them as its own. */
function rewritten<T extends Partial<Draft>>(draft: Draft, change: T): Draft & T {
  return { ...draft, ...change, writer: draft.key };
}
