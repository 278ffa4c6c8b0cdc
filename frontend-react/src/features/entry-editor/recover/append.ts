// Appends a draft to the form: the form's content stays, missing parts are added, and what does not fit is listed.
import type { Key } from "../../../shared/i18n";
import { hasMood, sameMood } from "../../../shared/mood";
import type { Draft } from "../draft/drafts";
import { mergeAnswers } from "../merge/answers";
import { arranged, mapped, placed } from "../merge/arrangement";
import { joinedTexts } from "../merge/merge";
import { type Content, EMPTY, hasRecording, sourceOf } from "../state/content";
import { isWider, narrower } from "../state/visibility";

/**
 * `limit`: how many pictures an entry may have. Returned are the content, the labels of what of the draft is not in it (`leftOut`), and
 * whether the draft was written for fewer people than the form named (`narrowed`).
 */
export function appended(now: Content, draft: Draft, limit: number) {
  const leftOut: Key[] = [];
  const base = draft.base ?? { mood: EMPTY.mood, visibility: now.visibility, emojis: "" };
  const { shown, main } = placed(now);
  const free = Math.max(0, limit - shown.length);
  const fresh = placed(draft).shown.filter(({ picture }) => picture instanceof File);
  if (fresh.length > free) leftOut.push("editor.photos_label");
  const alts = new Map(placed(draft).shown.map(({ picture, alt }) => [picture, alt.trim()]));
  const described = mapped(placed(now), (one) => {
    const alt = alts.get(one.picture) ?? "";
    if (alt && one.alt.trim() && one.alt.trim() !== alt) leftOut.push("editor.dropzone.alt_label");
    return alt && !one.alt.trim() ? { ...one, alt } : one;
  });
  const pictures = arranged({ shown: [...described.shown, ...fresh.slice(0, free)], main });
  const audioFile = hasRecording(now) ? now.audioFile : draft.audioFile;
  if (draft.audioFile !== null && audioFile !== draft.audioFile) leftOut.push("editor.voice_label");
  const mood = hasMood(now.mood) ? now.mood : draft.mood;
  if (!sameMood(mood, draft.mood) && !sameMood(base.mood, draft.mood)) leftOut.push("editor.mood_label");
  const emojis = now.emojis || draft.emojis;
  if (draft.emojis && emojis !== draft.emojis && draft.emojis !== base.emojis) leftOut.push("editor.emojis_label");
  const narrowed = isWider(now.visibility, draft.visibility);
  const visibility = narrower(draft.visibility, now.visibility);
  if (visibility !== draft.visibility && draft.visibility !== base.visibility) leftOut.push("visibility.label");
  const summarySource = sourceOf(now) || sourceOf(draft);
  const reflectionAnswers = mergeAnswers(now.reflectionAnswers, draft.reflectionAnswers);
  const texts = { ...joinedTexts(now, draft), summarySource, emojis, reflectionAnswers };
  const content = { ...now, ...texts, ...pictures, audioFile, mood, visibility };
  return { content, leftOut: [...new Set(leftOut)], narrowed };
}
