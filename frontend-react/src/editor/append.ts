// A draft taken into the form: what is there stays, what is missing comes along, and what finds no place is named.
import type { Visibility } from "../domain";
import type { Key } from "../i18n";
import { isSet, sameMood } from "../mood";
import { bothAnswers } from "./answers";
import { arranged, mapped, placed } from "./arrangement";
import { type Content, EMPTY, hasRecording, sourceOf } from "./content";
import type { Draft } from "./drafts";
import { join } from "./join";

export type Appended = {
  content: Content;
  /** What of the draft is not in `content`, by its labels. */
  left: Key[];
  /** Fewer people read it now than before: what was written for fewer is in it. */
  narrowed: boolean;
};

const READERS: Visibility[] = ["private", "friends", "public"];

/** `limit`: how many pictures an entry may have. */
export function appended(now: Content, draft: Draft, limit: number): Appended {
  const left: Key[] = [];
  const began = draft.began ?? { mood: EMPTY.mood, visibility: now.visibility, emojis: "" };
  const { shown, main } = placed(now);
  const free = Math.max(0, limit - shown.length);
  const fresh = placed(draft).shown.filter(({ picture }) => picture instanceof File);
  if (fresh.length > free) left.push("editor.photos_label");
  const said = new Map(placed(draft).shown.map(({ picture, alt }) => [picture, alt.trim()]));
  const described = mapped(placed(now), (one) => {
    const alt = said.get(one.picture) ?? "";
    if (alt && one.alt.trim() && one.alt.trim() !== alt) left.push("editor.dropzone.alt_label");
    return alt && !one.alt.trim() ? { ...one, alt } : one;
  });
  const pictures = arranged({ shown: [...described.shown, ...fresh.slice(0, free)], main });
  const audioFile = hasRecording(now) ? now.audioFile : draft.audioFile;
  if (draft.audioFile !== null && audioFile !== draft.audioFile) left.push("editor.voice_label");
  const mood = isSet(now.mood) ? now.mood : draft.mood;
  if (!sameMood(mood, draft.mood) && !sameMood(began.mood, draft.mood)) left.push("editor.mood_label");
  const emojis = now.emojis || draft.emojis;
  if (draft.emojis && emojis !== draft.emojis && draft.emojis !== began.emojis) left.push("editor.emojis_label");
  const narrowed = rank(draft.visibility) < rank(now.visibility);
  const visibility = narrowed ? draft.visibility : now.visibility;
  if (visibility !== draft.visibility && draft.visibility !== began.visibility) left.push("visibility.label");
  const content = { ...joined(now, draft), ...pictures, audioFile, mood, emojis, visibility };
  return { content, left: [...new Set(left)], narrowed };
}

function rank(visibility: Visibility): number {
  return READERS.indexOf(visibility);
}

function joined(now: Content, draft: Content): Content {
  return {
    ...now,
    text: join(now.text, draft.text),
    summary: join(now.summary, draft.summary, " "),
    summarySource: sourceOf(now) || sourceOf(draft),
    topMoment: join(now.topMoment, draft.topMoment, " "),
    audioTranscript: join(now.audioTranscript, draft.audioTranscript),
    reflectionAnswers: bothAnswers(now.reflectionAnswers, draft.reflectionAnswers),
  };
}
