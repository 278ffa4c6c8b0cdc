// Saves a draft of another day as the entry of that day. Its day ticket proves that it was written then.
import { isTicketAccepted } from "../draft/day-ticket";
import { type Draft, writeDraft } from "../draft/drafts";
import { stash } from "../draft/stash";
import { saveAnswers, savedAnswers } from "../save/answer-calls";
import { type Conflict, deliver, draftOver, type Saved } from "../save/deliver";
import { askPublic, decide } from "../save/questions";
import { nextSave } from "../save/save";
import type { Editor } from "../state/session";
import { savedFor } from "../state/visibility";

/** Called when the draft is saved. */
type Done = () => Promise<void>;

export function canSaveForDate(draft: Draft): boolean {
  return draft.ticket !== "" && isTicketAccepted(draft.ticket, draft.writtenAt);
}

/** The draft is deleted when it is saved. Otherwise it stays, also if the person keeps the saved version. */
export async function saveForDate(editor: Editor, draft: Draft, done: Done): Promise<void> {
  if (editor.isOccupied) return;
  const question = askPublic(editor, draft, draft);
  if (!question || (await question)) return sendForDate(editor, draft, done);
}

async function sendForDate(editor: Editor, draft: Draft, done: Done): Promise<void> {
  if (editor.isOccupied) return;
  const save = nextSave(draft, draft, draft.pendingSave);
  const delivery = await editor.occupied(() => deliver(save, { userId: draft.userId, now: () => draft }));
  switch (delivery.kind) {
    case "saved":
      // Later changes are saved on top of it.
      if (!delivery.hasMore) return finish(editor, draft, delivery, done);
      return sendForDate(editor, draftOver(delivery.entry, draft, delivery.rest), done);
    case "conflict":
      return conflict(editor, draft, delivery, done);
    case "offline":
    case "unclear":
      // Writes the files as well, since the draft may have fewer than the stored one.
      await writeDraft({ ...draft, pendingSave: delivery.pendingSave }, true);
  }
  if (delivery.kind === "offline") return editor.showError(editor.text("editor.toast.offline"));
  const message = "message" in delivery && delivery.message;
  editor.showError(message || editor.text(draft.entryId ? "editor.toast.save_failed" : "editor.toast.create_failed"));
}

async function finish(editor: Editor, draft: Draft, { entry, rest, wasThere }: Saved, done: Done) {
  if ((await saveAnswers(entry.id, rest.reflectionAnswers, draft)) !== "saved") {
    return editor.showError(editor.text("editor.reflection.failed"));
  }
  await done();
  const title = editor.text(wasThere || draft.entryId ? "editor.toast.updated" : "editor.toast.created");
  editor.toast({ title, description: editor.text(savedFor(entry)), kind: "ok" });
}

async function conflict(editor: Editor, draft: Draft, found: Conflict, done: Done): Promise<void> {
  const answers = await editor.occupied(() => savedAnswers(found.entry.id));
  const decision = await decide(editor, found, { now: draft, base: draft.base, answers });
  if (!decision) return editor.showError(editor.text("editor.toast.save_failed"));
  const { choice, content, dropsRecording } = decision;
  if (choice === "back" || choice === "remote") return;
  if (dropsRecording && !(await stash(editor, draft, draft))) return;
  await sendForDate(editor, draftOver(found.entry, draft, content), done);
}
