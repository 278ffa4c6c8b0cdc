// A draft of another day becomes the entry of that day; its ticket says that it was written then.
import { saveAnswers } from "./answer-calls";
import { askConflict, savedAnswers } from "./conflict";
import { type Content, contentOf, EMPTY, sameEntry, savedOf } from "./content";
import { isTicketValid } from "./day-ticket";
import { aside, type Draft, writeDraft } from "./drafts";
import type { Editor } from "./editor";
import { bothRecorded, bothTexts, mineOver } from "./merge";
import { arrived, isTry, tryOf, waitingOn } from "./outgoing";
import { type Outcome, sendEntry } from "./send";

type Conflict = Extract<Outcome, { kind: "conflict" }>;

/** What the page does with the draft when it is saved, and with what of it is not. */
type After = { done: () => Promise<void>; offer: (draft: Draft) => void };

export function savable(draft: Draft): boolean {
  return draft.ticket !== "" && isTicketValid(draft.ticket, draft.writtenAt);
}

/** The draft goes when it is saved; else it stays, also when the saved version is kept. */
export async function saveForItsDay(editor: Editor, draft: Draft, after: After): Promise<void> {
  if (editor.sending) return;
  editor.sending = true;
  const outgoing = tryOf(draft, draft.outgoing, draft);
  let outcome: Outcome;
  try {
    outcome = await sendEntry(draft, { ...draft, outgoing, saved: contentOf(EMPTY) }, { progress: () => {} });
  } finally {
    editor.sending = false;
  }
  if (outcome.kind === "conflict") return conflict(editor, draft, outcome, after);
  if (outcome.kind === "saved") {
    // A new entry took its answers along.
    return finish(editor, draft, outcome.entry.id, draft.entryId ? draft.reflectionAnswers : [], after.done);
  }
  if (outcome.kind === "offline" || outcome.kind === "unclear") {
    // Its files may be fewer than those that lie there.
    await writeDraft({ ...draft, outgoing: waitingOn(outgoing, draft, outcome) }, true);
  }
  if (outcome.kind === "offline") return editor.complain(editor.text("editor.toast.offline"));
  const message = (outcome.kind === "refused" || outcome.kind === "unclear") && outcome.message;
  editor.complain(message || editor.text(draft.entryId ? "editor.toast.save_failed" : "editor.toast.create_failed"));
}

async function finish(
  editor: Editor,
  draft: Draft,
  entryId: string,
  answers: Content["reflectionAnswers"],
  done: () => Promise<void>,
): Promise<void> {
  if ((await saveAnswers(entryId, answers, draft.ticket)) !== "saved") {
    return editor.complain(editor.text("editor.reflection.failed"));
  }
  await done();
  const update = draft.entryId !== null;
  editor.toast({ title: editor.text(update ? "editor.toast.updated" : "editor.toast.created"), kind: "ok" });
}

async function conflict(editor: Editor, draft: Draft, { entry, exists }: Conflict, after: After): Promise<void> {
  const theirs = contentOf(savedOf(entry));
  const came = arrived(draft.outgoing, theirs, entry);
  if (sameEntry(draft, theirs) || (came && isTry(came, draft))) {
    return finish(editor, { ...draft, entryId: entry.id }, entry.id, draft.reflectionAnswers, after.done);
  }
  const dialog = editor.element.querySelector<HTMLDialogElement>("dialog[data-conflict]");
  if (!dialog) return editor.complain(editor.text("editor.toast.save_failed"));
  editor.sending = true;
  const answers = await savedAnswers(entry.id).finally(() => {
    editor.sending = false;
  });
  const mine = mineOver(draft, draft.began, theirs);
  const choice = await askConflict(dialog, { mine, theirs, entry, exists, answers }, editor.texts);
  if (choice === "back" || choice === "theirs") return;
  const content: Content = choice === "merge" ? bothTexts(mine, theirs) : mine;
  const place = { entryId: entry.id, version: entry.version ?? null, began: theirs };
  if (choice === "merge" && bothRecorded(mine)) await keepAside(draft, after);
  await saveForItsDay(editor, { ...draft, ...content, ...place }, after);
}

/** Of two recordings one is left out of the entry, but not lost; nobody sends it by itself. */
async function keepAside({ outgoing: _, ...draft }: Draft, { offer }: After): Promise<void> {
  const other = aside(draft);
  await writeDraft(other, true);
  offer(other);
}
