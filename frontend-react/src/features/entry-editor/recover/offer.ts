// A draft that is not the form's own is offered: to read, append to the form, save for its day or go on with it there, or delete.
import { send } from "../../../shared/events";
import { t } from "../../../shared/i18n";
import { go } from "../../../shared/navigate";
import { ask } from "../../../shared/ui/ask";
import { isOfMissedDay, pageOfMissedDay } from "../draft/day-ticket";
import { deleteDraft } from "../draft/drafts";
import type { Editor } from "../state/session";
import type { NoticeAction, Offer } from "../state/status";
import { dayName, moment } from "../times";
import { appended } from "./append";
import { canSaveForDate, saveForDate } from "./save-for-date";

/** The text of an offer's notice, and its buttons. */
export function noticeOf(editor: Editor, offer: Offer): { text: string; actions: NoticeAction[] } {
  const { draft, isLive } = offer;
  const date = dayName(draft.date);
  const sameDay = draft.date === editor.target.date;
  const actions = [
    {
      label: editor.text(sameDay ? "editor.draft.append" : "editor.draft.other_day_append"),
      run: () => void append(editor, offer),
    },
  ];
  if (!isLive) {
    const discard = async () => (await askDiscard(editor, date)) && done(editor, offer);
    actions.push({ label: editor.text("editor.draft.other_day_discard"), run: () => void discard() });
  }
  const own = isLive || sameDay ? undefined : ownDay(editor, offer, date);
  return { text: words(editor, offer, date, sameDay), actions: own ? [own, ...actions] : actions };
}

function words(editor: Editor, { draft, leftOut }: Offer, date: string, sameDay: boolean): string {
  if (leftOut.length > 0)
    return editor.text("editor.draft.left_out", { what: leftOut.map((label) => editor.text(label)).join(", ") });
  if (sameDay) return editor.text("editor.draft.aside", { time: moment(draft.writtenAt) });
  return editor.text("editor.draft.other_day", { date });
}

/** Saves the draft for its day, or leads to the page of its missed day. */
function ownDay(editor: Editor, offer: Offer, date: string): NoticeAction | undefined {
  const { draft } = offer;
  const isMissed = !draft.entryId && (isOfMissedDay(draft.ticket) || !canSaveForDate(draft));
  const page = isMissed && pageOfMissedDay(draft.date);
  if (page) {
    const leave = async () => {
      await editor.autosave.flush();
      if (editor.safe) go(page);
    };
    return { label: editor.text("editor.draft.own_day", { date }), run: leave };
  }
  if (!canSaveForDate(draft)) return undefined;
  const run = () => void saveForDate(editor, draft, () => done(editor, offer));
  return { label: editor.text("editor.draft.other_day_save", { date }), run };
}

async function done(editor: Editor, { draft, isLive }: Offer): Promise<void> {
  editor.removeNotices(draft.key);
  if (!isLive) await deleteDraft(draft.key);
}

/** Appends the draft to the form. It is deleted only if everything fitted and the form's own draft is stored. */
async function append(editor: Editor, offer: Offer): Promise<void> {
  const limit = editor.propsOf("dropzone").limit ?? 1;
  const { content, leftOut, narrowed } = appended(editor.read(), offer.draft, limit);
  editor.fill(content);
  await editor.autosave.flush();
  if (leftOut.includes("editor.voice_label")) {
    const title = editor.text("editor.voice_one_title");
    send("app:toast", { title, description: editor.text("editor.voice_one_text"), kind: "error" });
  }
  if (leftOut.includes("editor.photos_label")) {
    const description = editor.text("editor.dropzone.many_text", { n: limit });
    send("app:toast", { title: editor.text("editor.dropzone.many_title"), description, kind: "error" });
  }
  if (narrowed) {
    const visibility = editor.text(`visibility.${content.visibility}`);
    send("app:toast", { title: editor.text("editor.draft.narrower", { visibility }) });
  }
  if (leftOut.length > 0) return editor.offer(offer.draft, offer.isLive, leftOut);
  if (editor.safe) await done(editor, offer);
}

/** Asks before the only copy of a text is deleted. */
export function askDiscard({ texts }: Editor, date: string): Promise<boolean> {
  const question = t(texts, "editor.draft.other_day_discard_confirm", { date });
  return ask(question, t(texts, "editor.draft.other_day_discard"), t(texts, "app.cancel"));
}
