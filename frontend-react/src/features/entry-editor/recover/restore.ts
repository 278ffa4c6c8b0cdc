// Restores the form's own draft when the page opens, and offers the other ones.

import { isOfMissedDay, isTicketValid } from "../draft/day-ticket";
import { type Draft, deleteDraft, deleteForeignDrafts, keyOf, type Place, readDrafts } from "../draft/drafts";
import { isLocked } from "../draft/lock";
import { stash } from "../draft/stash";
import { type PendingAnswer, trimmed } from "../merge/answers";
import { joinTexts } from "../merge/join-texts";
import { isUnchanged } from "../save/save";
import { type Content, isEmpty, same } from "../state/content";
import type { Editor } from "../state/session";
import { limitedTo } from "../state/visibility";
import { dayName, moment } from "../times";
import { askDiscard } from "./offer";

export async function restoreDrafts(editor: Editor): Promise<void> {
  const { userId } = editor.target;
  await deleteForeignDrafts(userId);
  await editor.autosave.lockKey();
  const drafts = (await readDrafts(userId)).filter((draft) => draft.writer !== editor.autosave.writer);
  const live = await lockedElsewhere(editor, drafts);
  const { own, others } = sort(drafts, { ...editor.target, late: editor.state.isLate }, live);
  if (own) await restore(editor, own);
  for (const draft of others) editor.offer(draft, live.has(draft.key));
  // Somebody may have typed before this script ran.
  if (editor.dirty) editor.autosave.changed();
}

/** The keys of drafts that another tab is writing right now. */
async function lockedElsewhere(editor: Editor, drafts: Draft[]): Promise<Set<string>> {
  const keys = drafts.map((draft) => draft.key).filter((key) => key !== editor.autosave.key);
  const locked = await Promise.all(keys.map(isLocked));
  return new Set(keys.filter((_, at) => locked[at]));
}

/**
 * `own` is the draft of this entry, also one that was started before the entry existed. `others` are the drafts to offer: in
 * today's editor all of them, in the editor of an earlier or missed day those of its day. Only today, and a day that is over
 * (`late`), has a ticket.
 */
export function sort(
  drafts: Draft[],
  place: Place & { ticket: string; late?: boolean },
  live: Set<string>,
): { own: Draft | undefined; others: Draft[] } {
  const keys = [keyOf(place), keyOf({ ...place, entryId: null })];
  const newest = drafts.toSorted((a, b) => b.writtenAt - a.writtenAt);
  const own = newest.find((draft) => keys.includes(draft.key) && !live.has(draft.key));
  const today = !place.late && (!place.entryId || place.ticket !== "");
  const isSameEntry = (draft: Draft) => place.entryId !== null && draft.entryId === place.entryId;
  const here = (draft: Draft) => today || draft.date === place.date || isSameEntry(draft);
  return { own, others: newest.filter((draft) => draft !== own && here(draft)) };
}

/** The answers without those that the page came with: a closing page may have saved answers that its draft still has. */
function notSavedYet(editor: Editor, answers: PendingAnswer[]): PendingAnswer[] {
  const there = editor.propsOf("reflection").answers ?? [];
  const isSaved = ({ questionId, answer }: PendingAnswer) =>
    there.some((saved) => saved.questionId === questionId && saved.answer === trimmed(answer));
  return answers.filter((answer) => !isSaved(answer));
}

/** The unsaved part of `draft`, merged into the saved entry. If the page does not know the saved entry, the whole draft. */
function unsaved(draft: Draft, { target, state: { isSavedKnown } }: Editor) {
  const { entryId, saved } = target;
  const { pendingSave } = draft;
  const version = entryId ? (draft.version ?? 0) : null;
  if (!isSavedKnown) return { content: draft, version, base: draft.base, pendingSave };
  // A saved entry cannot be emptied, so an emptied form keeps the saved text.
  const content = entryId && isEmpty(draft) ? { ...draft, ...substance(saved) } : draft;
  // The draft's own base counts if the entry is newer: its writer cannot have removed unseen parts.
  const base = version === target.version ? saved : draft.base;
  return { content, version, base, pendingSave };
}

/** The fields without which an entry is empty. */
function substance({ text, images, alts, imageOrder, mainImageIndex, audio, audioTranscript }: Content) {
  return { text, images, alts, imageOrder, mainImageIndex, audio, audioTranscript };
}

async function restore(editor: Editor, found: Draft): Promise<void> {
  const { target } = editor;
  const draft = { ...found, reflectionAnswers: notSavedYet(editor, found.reflectionAnswers) };
  const current = editor.read();
  // Keeps text that was typed before the draft was read, and shows it to nobody whom the form did not name by then.
  const typed = current.text === target.saved.text ? "" : current.text;
  const { content: kept, ...start } = unsaved(draft, editor);
  const isTouched = typed !== "" || current.visibility !== target.saved.visibility;
  const content = isTouched ? limitedTo(kept, current.visibility) : kept;
  if (editor.state.isSavedKnown && same(content, target.saved) && !typed) return deleteDraft(draft.key);
  const fresh = { ...target };
  // A draft begun on its own day does not become one of a missed day.
  const isOfItsDay =
    isOfMissedDay(target.ticket) && draft.ticket !== "" && isTicketValid(draft.ticket, draft.writtenAt);
  editor.target = { ...target, ...start, ...(isOfItsDay && { ticket: draft.ticket }) };
  editor.fill({ ...content, text: joinTexts(content.text, typed) });
  await editor.autosave.flush();
  if (draft.key !== editor.autosave.key && editor.safe) await deleteDraft(draft.key);
  // There is no saved text to go back to: the draft is the only copy.
  const isOnlyCopy = !target.entryId || !editor.state.isSavedKnown;
  const discard = async () => {
    const date = dayName(draft.date);
    if (isOnlyCopy && !(await askDiscard(editor, date))) return;
    // There is no confirmation in this case, so the form's content is stashed first.
    if (!isOnlyCopy && editor.dirty && !(await stash(editor, editor.read()))) return;
    editor.target = fresh;
    editor.fill(fresh.saved);
    editor.removeNotices("restored", "waiting");
    await deleteDraft(editor.autosave.key);
    await editor.autosave.flush();
  };
  const time = moment(draft.writtenAt);
  const { pendingSave } = editor.target;
  const isWaiting = editor.hasPendingSave && pendingSave && isUnchanged(pendingSave, editor.read());
  const run = () => void discard();
  if (isWaiting) {
    const action = { label: editor.text("editor.draft.not_send"), run };
    editor.notify("waiting", editor.text("editor.draft.waiting", { time }), [action]);
    return;
  }
  const label = editor.text(isOnlyCopy ? "editor.draft.other_day_discard" : "editor.draft.discard");
  editor.notify("restored", editor.text("editor.draft.restored", { time }), [{ label, run }]);
}
