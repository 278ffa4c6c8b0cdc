// Drafts that a page finds: its own comes back into the form, others are offered.
import { keptAside } from "./aside";
import { type Content, isEmpty, same } from "./content";
import { type Beginning, type Draft, deleteDraft, deleteForeignDrafts, keyOf, type Place, readDrafts } from "./drafts";
import type { Editor } from "./editor";
import { notSavedYet } from "./fields";
import { isHeld } from "./hold";
import { join } from "./join";
import { afterSave } from "./merge";
import { askDiscard, offer } from "./offer";
import { arrived, isTry, type Outgoing } from "./outgoing";
import { dayName, moment } from "./save-line";

export async function restoreDrafts(editor: Editor): Promise<void> {
  const { userId } = editor.base;
  await deleteForeignDrafts(userId);
  await editor.autosave.take();
  const drafts = (await readDrafts(userId)).filter((draft) => draft.writer !== editor.autosave.writer);
  const live = await heldElsewhere(editor, drafts);
  const { own, others } = sort(drafts, { ...editor.base, late: editor.late }, live);
  if (own) await restore(editor, own);
  for (const draft of others) offer(editor, draft, live.has(draft.key));
  // Somebody may have typed before this script came.
  if (editor.dirty) editor.autosave.changed();
}

/** The keys of drafts that another tab is writing right now. */
async function heldElsewhere(editor: Editor, drafts: Draft[]): Promise<Set<string>> {
  const keys = drafts.map((draft) => draft.key).filter((key) => key !== editor.autosave.key);
  const held = await Promise.all(keys.map(isHeld));
  return new Set(keys.filter((_, at) => held[at]));
}

/**
 * The draft of this entry, also one that was begun before the entry was there, and the rest that belongs here: where
 * somebody writes today everything, on the page of an earlier entry what is about it. Only today, and a day that is just
 * over (`late`), has a ticket.
 */
export function sort(
  drafts: Draft[],
  place: Place & { ticket: string; late?: boolean },
  live: Set<string>,
): { own: Draft | undefined; others: Draft[] } {
  const keys = [keyOf(place), keyOf({ ...place, entryId: null })];
  const newest = drafts.toSorted((a, b) => b.writtenAt - a.writtenAt);
  const own = newest.find((draft) => keys.includes(draft.key) && !live.has(draft.key));
  const today = !place.entryId || (place.ticket !== "" && !place.late);
  const here = (draft: Draft) => today || draft.date === place.date || draft.entryId === place.entryId;
  return { own, others: newest.filter((draft) => draft !== own && here(draft)) };
}

type Unsaved = Beginning & { content: Content; outgoing: Outgoing | undefined };

/** What of `draft` is not saved yet, over the entry as the page has it; where the page does not know that, all of it. */
function unsaved(draft: Draft, { base, isSavedKnown }: Editor): Unsaved {
  const { entryId, saved } = base;
  const { outgoing } = draft;
  const version = entryId ? (draft.version ?? 0) : null;
  if (!isSavedKnown) return { content: draft, version, began: draft.began, outgoing };
  const came = entryId ? arrived(outgoing, saved) : undefined;
  if (came) {
    const content = afterSave(draft, came, saved);
    const rest = isTry(came, draft) ? undefined : outgoing;
    return { content, version: base.version, began: saved, outgoing: rest };
  }
  // An entry cannot be emptied: a form that was left empty holds nothing that could be saved in the place of its text.
  const content = entryId && isEmpty(draft) ? { ...draft, ...substance(saved) } : draft;
  // A newer entry has what its writer never saw, and so cannot have taken away.
  const began = version === base.version ? saved : draft.began;
  return { content, version, began, outgoing };
}

/** What keeps an entry from being empty. */
function substance({ text, images, alts, imageOrder, mainImageIndex, audio, audioTranscript }: Content) {
  return { text, images, alts, imageOrder, mainImageIndex, audio, audioTranscript };
}

async function restore(editor: Editor, found: Draft): Promise<void> {
  const { base } = editor;
  const draft = { ...found, reflectionAnswers: notSavedYet(editor.form, found.reflectionAnswers) };
  const begun = editor.read();
  // What was typed before the draft was read stays on top of it.
  const typed = begun.text === base.saved.text ? "" : begun.text;
  const { content, ...start } = unsaved(draft, editor);
  if (editor.isSavedKnown && same(content, base.saved) && !typed) return deleteDraft(draft.key);
  const fresh = { ...base };
  editor.base = { ...base, ...start };
  editor.fill({ ...content, text: join(content.text, typed) });
  await editor.autosave.flush();
  if (draft.key !== editor.autosave.key && editor.safe) await deleteDraft(draft.key);
  // No saved text to go back to: this is all there is of it here.
  const only = !base.entryId || !editor.isSavedKnown;
  const discard = async () => {
    const date = dayName(draft.date);
    if (only && !(await askDiscard(editor, date))) return;
    // Nobody was asked: all of it can be had back, with what came since.
    if (!only && editor.dirty && !(await keptAside(editor, editor.read()))) return;
    editor.base = fresh;
    editor.fill(fresh.saved);
    editor.notices.remove("restored");
    await deleteDraft(editor.autosave.key);
    await editor.autosave.flush();
  };
  const time = moment(draft.writtenAt);
  editor.notices.show("restored", editor.text("editor.draft.restored", { time }), [
    { label: editor.text(only ? "editor.draft.other_day_discard" : "editor.draft.discard"), run: () => void discard() },
  ]);
}
