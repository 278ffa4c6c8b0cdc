import type { Entry, Mood, ReflectionAnswer } from "../../domain";
import { type Key, type Texts, t } from "../../i18n";
import { isSet } from "../../mood";
import { serverCalls } from "./answer-calls";
import { mergeAnswer } from "./answers";
import { placed } from "./arrangement";
import { type Content, hasRecording, picturesOf, samePictures } from "./content";
import { button, element } from "./elements";

export type Choice = "local" | "remote" | "merge" | "back";

/** `answers` are those of the saved entry; undefined if they could not be loaded. */
type Sides = {
  local: Content;
  remote: Content;
  entry: Entry;
  exists: boolean;
  answers: ReflectionAnswer[] | undefined;
  /** The text of a question by its id. */
  question: (id: string) => string;
};

const CHOICES: [Choice, Key][] = [
  ["local", "editor.conflict.keep_mine"],
  ["remote", "editor.conflict.keep_theirs"],
  ["merge", "editor.conflict.merge"],
  ["back", "editor.conflict.back"],
];

/** Milliseconds that the saved answers may take to load; then the dialog says that they are missing. */
const ANSWERS_WAIT = 4000;

/** Shows both versions side by side, and only what differs. Closing the dialog leads back to the editor. */
export function askConflict(dialog: HTMLDialogElement, sides: Sides, texts: Texts): Promise<Choice> {
  const { answers } = sides;
  const title = t(texts, sides.exists ? "editor.conflict.exists_title" : "editor.conflict.title");
  const heading = element("h2", { text: title });
  heading.id = "conflict-title";
  // Focuses the heading, so that the dialog starts at its top; the first button is below the whole content.
  heading.tabIndex = -1;
  heading.setAttribute("autofocus", "");
  dialog.setAttribute("aria-labelledby", heading.id);
  dialog.classList.add("dialog", "conflict");
  const question = (id: string) => answers?.find(({ questionId }) => questionId === id)?.question ?? sides.question(id);
  const rows = rowsOf(sides, answers ?? [], question, texts);
  const drawn: string[] = [];
  const isSameText = sides.local.text.trim() === sides.remote.text.trim();
  const text = ({ text }: Content) =>
    element("p", { className: "conflict-text", text: text.trim() || t(texts, "editor.conflict.empty") });
  const side = (label: Key, content: Content, at: 1 | 2) =>
    element(
      "section",
      { className: "conflict-side" },
      element("h3", { text: t(texts, label) }),
      ...(isSameText ? [] : [text(content)]),
      element(
        "dl",
        { className: "conflict-fields" },
        ...rows.flatMap((row) => [element("dt", { text: t(texts, row[0]) }), value(row[at], texts)]),
        ...pictures(content, sides, texts, drawn),
      ),
    );
  return new Promise((chosen) => {
    let choice: Choice = "back";
    const buttons = CHOICES.map(([name, label]) =>
      button(t(texts, label), name === "local" ? "button button-main" : "button", () => {
        choice = name;
        dialog.close();
      }),
    );
    dialog.replaceChildren(
      heading,
      element("p", { text: t(texts, "editor.conflict.text") }),
      element(
        "div",
        { className: "conflict-sides" },
        side("editor.conflict.mine", sides.local, 1),
        side("editor.conflict.theirs", sides.remote, 2),
      ),
      ...(answers ? [] : [element("p", { text: t(texts, "editor.reflection.not_loaded") })]),
      element("div", { className: "conflict-choices" }, ...buttons),
    );
    const closed = () => {
      for (const url of drawn) URL.revokeObjectURL(url);
      chosen(choice);
    };
    dialog.addEventListener("close", closed, { once: true });
    dialog.showModal();
  });
}

/** Call it before reading the form, since somebody may be typing until the dialog opens. */
export function savedAnswers(entryId: string): Promise<ReflectionAnswer[] | undefined> {
  const late = new Promise<undefined>((end) => setTimeout(() => end(undefined), ANSWERS_WAIT));
  return Promise.race([serverCalls.load(entryId), late]);
}

type Row = [label: Key, local: string, remote: string];

/** One row for each field that differs, so that both sides show what a choice would add or remove. */
function rowsOf(
  { local, remote }: Sides,
  saved: ReflectionAnswer[],
  question: (id: string) => string,
  texts: Texts,
): Row[] {
  const both = (label: Key, of: (content: Content) => string): Row => [label, of(local).trim(), of(remote).trim()];
  const rows: Row[] = [
    both("editor.summary_label", ({ summary }) => summary),
    both("editor.top_moment_label", ({ topMoment }) => topMoment),
    both("editor.emojis_label", ({ emojis }) => emojis),
    both("editor.mood_label", ({ mood }) => moodIn(mood, texts, "editor.mood.value")),
    both("visibility.label", ({ visibility }) => t(texts, `visibility.${visibility}`)),
    ["editor.reflection.title", mergedAnswers(local, saved, question), answersIn(saved)],
    both("editor.voice_label", (content) => recordingIn(content, texts)),
    both("editor.transcript_label", ({ audioTranscript }) => audioTranscript),
  ];
  return rows.filter(([, local, remote]) => local !== remote);
}

/** Empty if no mood was chosen. */
export function moodIn(mood: Mood, texts: Texts, named: Key = "editor.mood.level"): string {
  if (!isSet(mood)) return "";
  const { level, feeling, customEmoji } = mood;
  const name = feeling && t(texts, `editor.mood.feelings.${feeling}`);
  return [t(texts, named, { n: level }), name, customEmoji].filter(Boolean).join(" · ");
}

function answersIn(saved: ReflectionAnswer[]): string {
  return saved.map(({ question, answer }) => `${question}\n${answer}`).join("\n\n");
}

/** The answers after every choice but the saved version: the local ones, merged where both sides have one. */
function mergedAnswers(
  { reflectionAnswers }: Content,
  saved: ReflectionAnswer[],
  question: (id: string) => string,
): string {
  const merged = saved.map((there) => {
    const pending = reflectionAnswers.find(({ questionId }) => questionId === there.questionId);
    return pending ? { ...there, answer: mergeAnswer(there.answer, pending) } : there;
  });
  const fresh = reflectionAnswers.filter(({ questionId }) => !saved.some((there) => there.questionId === questionId));
  const all = [...merged, ...fresh.map(({ questionId, answer }) => ({ question: question(questionId), answer }))];
  return all.map(({ question, answer }) => `${question}\n${answer}`.trim()).join("\n\n");
}

function value(words: string, texts: Texts): HTMLElement {
  return element("dd", { text: words || t(texts, "editor.conflict.empty") });
}

/** If the pictures differ: thumbnails in their order, with descriptions and a mark on the main one. New object URLs are added to `drawn`. */
function pictures(content: Content, { local, remote, entry }: Sides, texts: Texts, drawn: string[]): HTMLElement[] {
  if (samePictures(local, remote)) return [];
  const saved = picturesOf(entry);
  const { shown, main } = placed(content);
  const items = shown.map(({ picture, alt }, at) => {
    const image = element("img");
    image.alt = t(texts, "editor.dropzone.saved_preview", { n: at + 1 });
    const address = (url: string) => saved.find((one) => one.url === url)?.thumbnailUrl || url;
    image.src = picture instanceof File ? URL.createObjectURL(picture) : address(picture);
    if (picture instanceof File) drawn.push(image.src);
    const said = [at === main && shown.length > 1 && t(texts, "editor.dropzone.main"), alt.trim()];
    const caption = element("figcaption", { text: said.filter(Boolean).join(" · ") });
    return element("figure", { className: "conflict-photo" }, image, caption);
  });
  const none = element("span", { text: t(texts, "editor.conflict.empty") });
  return [
    element("dt", { text: t(texts, "editor.photos_label") }),
    element("dd", { className: "conflict-photos" }, ...(items.length > 0 ? items : [none])),
  ];
}

/** Describes the recording in a few words. */
export function recordingIn(content: Content, texts: Texts): string {
  if (!hasRecording(content)) return "";
  if (content.audioFile || !content.audio) return t(texts, "editor.voice_new");
  const { seconds } = content.audio;
  return t(texts, "editor.voice_saved", { n: seconds });
}
