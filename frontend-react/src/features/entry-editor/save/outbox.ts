// Sends drafts with a pending save whose form is not open any more. Any later page does it.
import type { Visibility } from "../../../shared/domain";
import { type Draft, deleteDraft, readDrafts, replaceDraft } from "../draft/drafts";
import { acquireLock } from "../draft/lock";
import { contentOf, savedOf } from "../state/content";
import { limitedTo } from "../state/visibility";
import { saveAnswers } from "./answer-calls";
import { deliver, draftOver, type Saved, type Unanswered } from "./deliver";
import { isStuck, newSave, nextSave, type Save } from "./save";

/**
 * The result for one draft. `later`: it stays pending (`all`: so do those after it). `needs_decision`: the person has to decide
 * (`uploadFailed`: too often, so whether to send its files again).
 */
export type Result =
  | { kind: "sent"; draft: Draft; entryId: string; visibility: Visibility }
  | { kind: "needs_decision"; draft: Draft; message: string | undefined; uploadFailed?: true }
  | { kind: "later"; draft: Draft; all: boolean };

export function isPending({ pendingSave }: Draft): boolean {
  return pendingSave !== undefined && !pendingSave.needsDecision;
}

/** Sends one after the other, in the order of writing. Without a connection or a sign-in it stops. */
export async function sendOutbox(userId: string, report: (result: Result) => void): Promise<void> {
  const drafts = (await readDrafts(userId)).filter(isPending).toSorted((a, b) => a.writtenAt - b.writtenAt);
  for (const { key } of drafts) {
    const result = await sendOne(userId, key);
    if (result) report(result);
    if (result?.kind === "later" && result.all) return;
  }
}

/** Undefined if another page holds the draft's lock: its form is open there, or it is being sent. */
async function sendOne(userId: string, key: string): Promise<Result | undefined> {
  const release = await acquireLock(key);
  if (!release) return undefined;
  try {
    const draft = (await readDrafts(userId)).find((draft) => draft.key === key);
    return draft && isPending(draft) ? await sendDraft(draft) : undefined;
  } finally {
    release();
  }
}

/** Undefined if the draft was changed meanwhile. What is saved on top has no more readers than the save was asked for. */
async function sendDraft(draft: Draft): Promise<Result | undefined> {
  const { pendingSave } = draft;
  if (!pendingSave) return undefined;
  const save = nextSave(draft, draft, pendingSave);
  const { userId } = draft;
  const delivery = await deliver(save, { userId, now: () => limitedTo(draft, save.content.visibility) });
  switch (delivery.kind) {
    case "saved":
      return saved(draft, delivery);
    case "conflict":
      return needsDecision(draft, save, undefined);
    case "refused":
      return needsDecision(draft, save, delivery.message);
    case "offline":
    case "unclear":
      return unanswered(draft, delivery);
    default:
      return { kind: "later", draft, all: true };
  }
}

/** An upload that keeps failing is not sent for ever. */
async function unanswered(draft: Draft, delivery: Unanswered): Promise<Result | undefined> {
  const { kind, pendingSave } = delivery;
  if (isStuck(pendingSave)) {
    const result = await needsDecision(draft, pendingSave, kind === "unclear" ? delivery.message : undefined);
    return result && { ...result, uploadFailed: true };
  }
  const written = pendingSave === draft.pendingSave || (await replaceDraft({ ...draft, pendingSave }, false, draft));
  return written ? { kind: "later", draft, all: kind === "offline" } : undefined;
}

/** Saves later changes of the draft on top of the entry, and then its answers. */
async function saved(draft: Draft, { entry, rest, hasMore }: Saved): Promise<Result | undefined> {
  if (hasMore) {
    const next = withSave(draftOver(entry, draft, rest));
    return (await replaceDraft(next, true, draft)) ? sendDraft(next) : undefined;
  }
  const { reflectionAnswers, visibility } = rest;
  const result = await saveAnswers(entry.id, reflectionAnswers, { ...draft, visibility });
  if (result === "saved") {
    await deleteDraft(draft.key, draft.writer, draft.writtenAt);
    return { kind: "sent", draft, entryId: entry.id, visibility: entry.visibility };
  }
  const next = withSave(draftOver(entry, draft, { ...contentOf(savedOf(entry)), reflectionAnswers }));
  if (!(await replaceDraft(next, true, draft))) return undefined;
  return result === "refused"
    ? needsDecision(next, next.pendingSave, undefined)
    : { kind: "later", draft: next, all: false };
}

function withSave(draft: Draft): Draft & { pendingSave: Save } {
  return { ...draft, pendingSave: newSave(draft, draft) };
}

async function needsDecision(draft: Draft, pendingSave: Save, message: string | undefined) {
  const written = await replaceDraft({ ...draft, pendingSave: { ...pendingSave, needsDecision: true } }, false, draft);
  return written ? ({ kind: "needs_decision", draft, message } as const) : undefined;
}
