// Offers a draft that is not the form's own: to read, append to the form, save for its day or go on with it there, or delete.
import { send } from "../../../shared/events";
import { type Key, t } from "../../../shared/i18n";
import { go } from "../../../shared/navigate";
import { ask } from "../../../shared/ui/ask";
import { type Draft, deleteDraft, isFull, stashedDraft, writeDraft } from "../draft/drafts";
import { isOfMissedDay, pageOfMissedDay } from "../draft/missed-day";
import type { Content } from "../state/content";
import type { Editor } from "../state/session";
import type { NoticeAction } from "../state/status";
import { dayName, moment } from "../times";
import { appended } from "./append";
import { canSaveForDate, saveForDate } from "./save-for-date";

/**
 * Stores `content` as a stashed draft and offers it. It has no pending save, so it is not sent automatically. Undefined if this
 * device has no space; then the form keeps it.
 */
export async function stash(editor: Editor, content: Content): Promise<Draft | undefined> {
  const { saved: _saved, pendingSave: _pendingSave, ...place } = editor.target;
  const draft = stashedDraft({ ...content, ...place });
  try {
    await writeDraft(draft, true);
  } catch (error) {
    console.error(error);
    editor.complain(editor.text(isFull(error) ? "editor.save_line.full" : "editor.save_line.no_storage"));
    editor.fields.field("text")?.focus();
    return undefined;
  }
  offer(editor, draft);
  return draft;
}

/**
 * `live`: another tab is writing the draft, so it can be appended, but not deleted. `left`: the labels of what did not fit into
 * the form when it was appended.
 */
export function offer(editor: Editor, draft: Draft, live = false, left: Key[] = []): void {
  const date = dayName(draft.date);
  const sameDay = draft.date === editor.target.date;
  const whole = sameDay
    ? editor.text("editor.draft.aside", { time: moment(draft.writtenAt) })
    : editor.text("editor.draft.other_day", { date });
  const what = left.map((label) => editor.text(label)).join(", ");
  const text = what ? editor.text("editor.draft.left_out", { what }) : whole;
  const done = async () => {
    editor.removeNotices(draft.key);
    if (!live) await deleteDraft(draft.key);
  };
  const actions: NoticeAction[] = [
    {
      label: editor.text(sameDay ? "editor.draft.append" : "editor.draft.other_day_append"),
      run: () => void append(editor, draft, live, done),
    },
  ];
  if (!live) {
    actions.push({ label: editor.text("editor.draft.other_day_discard"), run: () => void discard(editor, date, done) });
  }
  const isOther = !live && !sameDay;
  const isMissed = !draft.entryId && (isOfMissedDay(draft.ticket) || !canSaveForDate(draft));
  const ownPage = isOther && isMissed && pageOfMissedDay(draft.date);
  if (ownPage) {
    actions.unshift({
      label: editor.text("editor.draft.own_day", { date }),
      run: async () => {
        await editor.autosave.flush();
        if (editor.safe) go(ownPage);
      },
    });
  } else if (isOther && canSaveForDate(draft)) {
    actions.unshift({
      label: editor.text("editor.draft.other_day_save", { date }),
      run: () => void saveForDate(editor, draft, { done, offer: (other) => offer(editor, other) }),
    });
  }
  editor.notify(draft.key, text, actions, draft);
}

/** Appends the draft to the form. It is deleted only if everything fitted and the form's own draft is stored. */
async function append(editor: Editor, draft: Draft, live: boolean, done: () => Promise<void>): Promise<void> {
  const limit = editor.given("dropzone").limit ?? 1;
  const { content, left, narrowed } = appended(editor.read(), draft, limit);
  editor.fill(content);
  await editor.autosave.flush();
  if (left.includes("editor.voice_label")) {
    const title = editor.text("editor.voice_one_title");
    send("app:toast", { title, description: editor.text("editor.voice_one_text"), kind: "error" });
  }
  if (left.includes("editor.photos_label")) {
    const description = editor.text("editor.dropzone.many_text", { n: limit });
    send("app:toast", { title: editor.text("editor.dropzone.many_title"), description, kind: "error" });
  }
  if (narrowed) {
    const visibility = editor.text(`visibility.${content.visibility}`);
    send("app:toast", { title: editor.text("editor.draft.narrower", { visibility }) });
  }
  if (left.length > 0) return offer(editor, draft, live, left);
  if (editor.safe) await done();
}

async function discard(editor: Editor, date: string, done: () => Promise<void>): Promise<void> {
  if (await askDiscard(editor, date)) await done();
}

/** Asks before the only copy of a text is deleted. */
export function askDiscard({ texts }: Editor, date: string): Promise<boolean> {
  const question = t(texts, "editor.draft.other_day_discard_confirm", { date });
  return ask(question, t(texts, "editor.draft.other_day_discard"), t(texts, "app.cancel"));
}
