// Level, feeling and emoji of a mood, which are chosen independently.
import type { Mood } from "./domain";

export function sameMood(a: Mood, b: Mood): boolean {
  return isSet(a) === isSet(b) && a.level === b.level && a.feeling === b.feeling && a.customEmoji === b.customEmoji;
}

/** Whether a level was chosen. Drafts of an older page do not say it of theirs, which were all sent as moods. */
export function isSet(mood: Mood): boolean {
  return mood.isSet !== false;
}

/** Whether anything was chosen. */
export function hasMood(mood: Mood): boolean {
  return isSet(mood) || mood.feeling !== null || mood.customEmoji !== null;
}
