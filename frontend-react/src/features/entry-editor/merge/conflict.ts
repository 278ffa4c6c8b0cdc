// The differences between two versions of an entry, for the person who decides.
import type { Entry, Mood, ReflectionAnswer, Visibility } from "../../../shared/domain";
import { type Key, type Texts, t } from "../../../shared/i18n";
import { isSet, sameMood } from "../../../shared/mood";
import { type Content, hasRecording } from "../state/content";
import { mergeAnswer } from "./answers";

export type Choice = "local" | "remote" | "merge" | "back";

/** `answers` are those of the saved entry; undefined if they could not be loaded. */
export type Sides = {
  /** The content that is saved if the local version is kept. */
  local: Content;
  remote: Content;
  /** The readers that the form names; `local` has the fewer readers of both sides. */
  chosen: Visibility;
  entry: Entry;
  exists: boolean;
  answers: ReflectionAnswer[] | undefined;
  /** The text of a question by its id. */
  question: (id: string) => string;
};

export type Conflict = { sides: Sides; choose: (choice: Choice) => void };

export type Row = [label: Key, local: string, remote: string];

/** One row for each field that differs, so that both sides show what a choice would add or remove. */
export function rowsOf({ local, remote, chosen, answers, question: known }: Sides, texts: Texts): Row[] {
  const saved = answers ?? [];
  const question = (id: string) => saved.find(({ questionId }) => questionId === id)?.question ?? known(id);
  const both = (label: Key, of: (content: Content) => string): Row => [label, of(local).trim(), of(remote).trim()];
  const rows: Row[] = [
    both("editor.summary_label", ({ summary }) => summary),
    both("editor.top_moment_label", ({ topMoment }) => topMoment),
    both("editor.emojis_label", ({ emojis }) => emojis),
    both("editor.mood_label", ({ mood }) => moodIn(mood, texts, "editor.mood.value")),
    ["visibility.label", t(texts, `visibility.${chosen}`), t(texts, `visibility.${remote.visibility}`)],
    ["editor.reflection.title", mergedAnswers(local, saved, question), answersIn(saved)],
    both("editor.voice_label", (content) => recordingIn(content, texts)),
    both("editor.transcript_label", ({ audioTranscript }) => audioTranscript),
  ];
  return rows.filter(([, local, remote]) => local !== remote);
}

/** The labels of what the saved entry keeps after every choice. */
export function keptParts({ local, remote }: Pick<Sides, "local" | "remote">): Key[] {
  const hasAll = remote.images.length > 0 && remote.images.every((url) => local.images.includes(url));
  const hasRecorded = remote.audio !== null && !local.audioFile && local.audio?.url === remote.audio.url;
  const hasMood = isSet(remote.mood) && sameMood(local.mood, remote.mood);
  const parts: [boolean, Key][] = [
    [hasAll, "editor.photos_label"],
    [hasRecorded, "editor.voice_label"],
    [hasMood, "editor.mood_label"],
  ];
  return parts.filter(([isKept]) => isKept).map(([, label]) => label);
}

/** Empty if no mood was chosen. */
export function moodIn(mood: Mood, texts: Texts, named: Key = "editor.mood.level"): string {
  const { level, feeling, customEmoji } = mood;
  const name = feeling && t(texts, `editor.mood.feelings.${feeling}`);
  return [isSet(mood) && t(texts, named, { n: level }), name, customEmoji].filter(Boolean).join(" · ");
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

/** Describes the recording in a few words. */
export function recordingIn(content: Content, texts: Texts): string {
  if (!hasRecording(content)) return "";
  if (content.audioFile || !content.audio) return t(texts, "editor.voice_new");
  const { seconds } = content.audio;
  return t(texts, "editor.voice_saved", { n: seconds });
}

/** The new photos and the new recording of a draft, in a few words each. */
export function attachmentsIn(draft: Content, texts: Texts): string[] {
  const photos = draft.files.length > 0 ? t(texts, "editor.kept.photos", { n: draft.files.length }) : "";
  const recording = draft.audioFile ? t(texts, "editor.voice_new") : "";
  return [photos, recording].filter(Boolean);
}
