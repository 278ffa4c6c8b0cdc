// A draft that is not the form's own: shown, taken over, saved for its day, or deleted when the person says so.
import { send } from "../events";
import { bothAnswers } from "./answers";
import { arranged, placed } from "./arrangement";
import { recordingIn } from "./conflict";
import { type Content, hasRecording, sourceOf } from "./content";
import { aside, type Draft, deleteDraft, writeDraft } from "./drafts";
import type { Editor } from "./editor";
import { element } from "./elements";
import { pictureLimit } from "./fields";
import { savable, saveForItsDay } from "./its-day";
import { join } from "./join";
import type { Action } from "./notices";
import { dayName, moment } from "./save-line";

/** Keeps `content` on this device apart from the form's own draft, and offers it. */
export async function putAside(editor: Editor, content: Content): Promise<void> {
  const { saved: _, ...place } = editor.base;
  const draft = aside({ ...content, ...place });
  await writeDraft(draft, true);
  offer(editor, draft);
}

/** `live`: another tab is writing it; then its words can be copied, and it stays there. */
export function offer(editor: Editor, draft: Draft, live = false): void {
  const date = dayName(draft.date);
  const sameDay = draft.date === editor.base.date;
  const text = sameDay
    ? editor.text("editor.draft.aside", { time: moment(draft.writtenAt) })
    : editor.text("editor.draft.other_day", { date });
  const done = async () => {
    editor.notices.remove(draft.key);
    if (!live) await deleteDraft(draft.key);
  };
  const actions: Action[] = [
    {
      label: editor.text(sameDay ? "editor.draft.append" : "editor.draft.other_day_append"),
      run: () => void append(editor, draft, done),
    },
  ];
  if (!live) {
    actions.push({ label: editor.text("editor.draft.other_day_discard"), run: () => discard(editor, date, done) });
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

/** The draft's words, photos and recording go into the form; the draft goes only when all of it is there and kept. */
async function append(editor: Editor, draft: Draft, done: () => Promise<void>): Promise<void> {
  const now = editor.read();
  const { shown, main } = placed(now);
  const free = Math.max(0, pictureLimit(editor.form) - shown.length);
  const fresh = placed(draft).shown.filter(({ picture }) => picture instanceof File);
  const pictures = arranged({ shown: [...shown, ...fresh.slice(0, free)], main });
  const audioFile = hasRecording(now) ? now.audioFile : draft.audioFile;
  editor.fill({ ...joined(now, draft), ...pictures, audioFile });
  await editor.autosave.flush();
  const unheard = draft.audioFile !== null && audioFile !== draft.audioFile;
  if (unheard) {
    send("app:toast", {
      title: editor.text("editor.voice_one_title"),
      description: editor.text("editor.voice_one_text"),
      kind: "error",
    });
  }
  if (fresh.length > free) {
    const description = editor.text("editor.dropzone.many_text", { n: pictureLimit(editor.form) });
    send("app:toast", { title: editor.text("editor.dropzone.many_title"), description, kind: "error" });
  } else if (editor.safe && !unheard) await done();
}

function joined(now: Content, draft: Content): Content {
  return {
    ...now,
    text: join(now.text, draft.text),
    summary: join(now.summary, draft.summary, " "),
    summarySource: sourceOf(now) || sourceOf(draft),
    topMoment: join(now.topMoment, draft.topMoment, " "),
    emojis: now.emojis || draft.emojis,
    audioTranscript: join(now.audioTranscript, draft.audioTranscript),
    reflectionAnswers: bothAnswers(now.reflectionAnswers, draft.reflectionAnswers),
  };
}

function discard(editor: Editor, date: string, done: () => Promise<void>): void {
  if (confirm(editor.text("editor.draft.other_day_discard_confirm", { date }))) void done();
}
