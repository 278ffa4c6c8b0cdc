// A draft that is not the form's own: shown, taken over, saved for its day, or deleted when the person says so.
import { send } from "../events";
import { type Key, t } from "../i18n";
import { ask } from "../ui/ask";
import { appended } from "./append";
import { moodIn, recordingIn } from "./conflict";
import { type Content, hasRecording } from "./content";
import { aside, type Draft, deleteDraft, writeDraft } from "./drafts";
import type { Editor } from "./editor";
import { element } from "./elements";
import { pictureLimit } from "./fields";
import { savable, saveForItsDay } from "./its-day";
import type { Action } from "./notices";
import { dayName, moment } from "./save-line";

/** Keeps `content` on this device apart from the form's own draft, and offers it. It waits for its person, not for a connection. */
export async function putAside(editor: Editor, content: Content): Promise<Draft> {
  const { saved: _saved, outgoing: _outgoing, ...place } = editor.base;
  const draft = aside({ ...content, ...place });
  await writeDraft(draft, true);
  offer(editor, draft);
  return draft;
}

/**
 * `live`: another tab is writing it; then its words can be copied, and it stays there. `left`: what of it is not in the form,
 * though it was taken over.
 */
export function offer(editor: Editor, draft: Draft, live = false, left: Key[] = []): void {
  const date = dayName(draft.date);
  const sameDay = draft.date === editor.base.date;
  const whole = sameDay
    ? editor.text("editor.draft.aside", { time: moment(draft.writtenAt) })
    : editor.text("editor.draft.other_day", { date });
  const what = left.map((label) => editor.text(label)).join(", ");
  const text = what ? editor.text("editor.draft.left_out", { what }) : whole;
  const done = async () => {
    editor.notices.remove(draft.key);
    if (!live) await deleteDraft(draft.key);
  };
  const actions: Action[] = [
    {
      label: editor.text(sameDay ? "editor.draft.append" : "editor.draft.other_day_append"),
      run: () => void append(editor, draft, live, done),
    },
  ];
  if (!live) {
    actions.push({ label: editor.text("editor.draft.other_day_discard"), run: () => void discard(editor, date, done) });
  }
  if (!live && !sameDay && savable(draft)) {
    actions.unshift({
      label: editor.text("editor.draft.other_day_save", { date }),
      run: () => void saveForItsDay(editor, draft, { done, offer: (other) => offer(editor, other) }),
    });
  }
  editor.notices.show(draft.key, text, actions, view(editor, draft));
}

function view(editor: Editor, draft: Draft): HTMLElement {
  const photos = draft.files.length + draft.images.length;
  const words = [
    draft.text,
    draft.summary,
    draft.topMoment,
    draft.audioTranscript,
    ...draft.reflectionAnswers.map(({ answer }) => answer),
    draft.emojis,
    moodIn(draft.mood, editor.texts),
    `${editor.text("visibility.label")}: ${editor.text(`visibility.${draft.visibility}`)}`,
    ...draft.alts.map((alt) => alt.trim()),
    photos ? `${editor.text("editor.photos_label")}: ${photos}` : "",
    hasRecording(draft) ? `${editor.text("editor.voice_label")}: ${recordingIn(draft, editor.texts)}` : "",
  ];
  return element(
    "details",
    { className: "editor-notice-draft" },
    element("summary", { text: editor.text("editor.draft.other_day_open") }),
    ...words.filter((part) => part.trim()).map((part) => element("p", { className: "editor-notice-text", text: part })),
  );
}

/** The draft goes into the form, and from this device only when all of it is there and kept. */
async function append(editor: Editor, draft: Draft, live: boolean, done: () => Promise<void>): Promise<void> {
  const limit = pictureLimit(editor.form);
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

/** Before the only copy of a text goes. */
export function askDiscard({ texts }: Editor, date: string): Promise<boolean> {
  const question = t(texts, "editor.draft.other_day_discard_confirm", { date });
  return ask(question, t(texts, "editor.draft.other_day_discard"), t(texts, "app.cancel"));
}
