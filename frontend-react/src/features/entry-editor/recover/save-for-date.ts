// Saves a draft of another day as the entry of that day. Its day ticket proves that it was written then.
import type { Entry } from "../../../shared/domain";
import { isTicketAccepted } from "../draft/day-ticket";
import { type Draft, stashedDraft, writeDraft } from "../draft/drafts";
import { savedAnswers } from "../merge/conflict";
import { afterSave, bothRecorded, mergeContents, mergeTexts } from "../merge/merge";
import { saveAnswers } from "../save/answer-calls";
import { askPublic } from "../save/ask-public";
import { afterNoAnswer, answersLeft, nextSave, type PendingSave } from "../save/pending-save";
import { type Outcome, sendEntry } from "../save/send";
import { type Content, contentOf, sameEntry, savedOf } from "../state/content";
import type { Editor } from "../state/session";
import { SAVED_FOR } from "../state/visibility";

type Conflict = Extract<Outcome, { kind: "conflict" }>;

/** `done` is called when the draft is saved, `offer` with a part that was left out. */
type After = { done: () => Promise<void>; offer: (draft: Draft) => void };

export function canSaveForDate(draft: Draft): boolean {
  return draft.ticket !== "" && isTicketAccepted(draft.ticket, draft.writtenAt);
}

/** The draft is deleted when it is saved. Otherwise it stays, also if the person keeps the saved version. */
export async function saveForDate(editor: Editor, draft: Draft, after: After): Promise<void> {
  if (editor.isOccupied) return;
  const question = askPublic(editor, draft, draft);
  if (!question || (await question)) return sendForDate(editor, draft, after);
}

async function sendForDate(editor: Editor, draft: Draft, after: After): Promise<void> {
  if (editor.isOccupied) return;
  editor.sending = true;
  const pendingSave = nextSave(draft, draft, draft.pendingSave);
  let outcome: Outcome;
  try {
    outcome = await sendEntry(pendingSave, draft.userId, { progress: () => {} });
  } finally {
    editor.sending = false;
  }
  if (outcome.kind === "conflict") return conflict(editor, draft, outcome, after);
  if (outcome.kind === "saved") return saved(editor, draft, pendingSave, outcome.entry, after);
  if (outcome.kind === "offline" || outcome.kind === "unclear") {
    // Writes the files as well, since the draft may have fewer than the stored one.
    await writeDraft({ ...draft, pendingSave: afterNoAnswer(pendingSave, outcome) }, true);
  }
  if (outcome.kind === "offline") return editor.complain(editor.text("editor.toast.offline"));
  const message = (outcome.kind === "refused" || outcome.kind === "unclear") && outcome.message;
  editor.complain(message || editor.text(draft.entryId ? "editor.toast.save_failed" : "editor.toast.create_failed"));
}

/** What was changed since the save was asked for is saved on top of it. */
async function saved(editor: Editor, draft: Draft, save: PendingSave, entry: Entry, after: After): Promise<void> {
  if (!sameEntry(draft, save.content)) {
    const remote = contentOf(savedOf(entry));
    const place = { entryId: entry.id, version: entry.version ?? null, base: remote };
    const { pendingSave: _, ...rest } = { ...draft, ...afterSave(draft, save.content, remote), ...place };
    return sendForDate(editor, rest, after);
  }
  return finish(editor, draft, entry, answersLeft(save, draft), after.done);
}

async function finish(
  editor: Editor,
  draft: Draft,
  entry: Entry,
  answers: Content["reflectionAnswers"],
  done: () => Promise<void>,
): Promise<void> {
  if ((await saveAnswers(entry.id, answers, draft)) !== "saved") {
    return editor.complain(editor.text("editor.reflection.failed"));
  }
  await done();
  const update = draft.entryId !== null;
  const title = editor.text(update ? "editor.toast.updated" : "editor.toast.created");
  editor.toast({ title, description: editor.text(SAVED_FOR[entry.visibility]), kind: "ok" });
}

async function conflict(editor: Editor, draft: Draft, { entry, exists }: Conflict, after: After): Promise<void> {
  const remote = contentOf(savedOf(entry));
  if (sameEntry(draft, remote)) {
    return finish(editor, { ...draft, entryId: entry.id }, entry, draft.reflectionAnswers, after.done);
  }
  editor.sending = true;
  const answers = await savedAnswers(entry.id).finally(() => {
    editor.sending = false;
  });
  const local = mergeContents(draft, draft.base, remote);
  const sides = { local, remote, chosen: draft.visibility, entry, exists, answers };
  const choice = await editor.askConflict(sides);
  if (!choice) return editor.complain(editor.text("editor.toast.save_failed"));
  if (choice === "back" || choice === "remote") return;
  const content: Content = choice === "merge" ? mergeTexts(local, remote) : local;
  const place = { entryId: entry.id, version: entry.version ?? null, base: remote };
  if (choice === "merge" && bothRecorded(local)) await stashOther(draft, after);
  const { pendingSave: _, ...chosen } = { ...draft, ...content, ...place };
  await sendForDate(editor, chosen, after);
}

/** Stashes the recording that is left out of the entry. It is not sent automatically. */
async function stashOther({ pendingSave: _, ...draft }: Draft, { offer }: After): Promise<void> {
  const other = stashedDraft(draft);
  await writeDraft(other, true);
  offer(other);
}
