// What a mood is beside its level: chosen or not.
import type { Mood } from "./domain";

export function sameMood(a: Mood, b: Mood): boolean {
  return isSet(a) === isSet(b) && a.level === b.level && a.feeling === b.feeling && a.customEmoji === b.customEmoji;
}

/** Drafts of an older page do not say it of theirs, which were all sent as moods. */
export function isSet(mood: Mood): boolean {
  return mood.isSet !== false;
}
