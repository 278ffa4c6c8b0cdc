// Merges the form's content with a saved entry that changed: after a save, and after a conflict.
import { sameMood } from "../../../shared/mood";
import { type Content, contentOf, EMPTY, sameFile, sameNewRecording, sourceOf } from "../state/content";
import { originalOf } from "../state/sources";
import { narrower } from "../state/visibility";
import { arranged, mapped, type Placed, placed, shownAt } from "./arrangement";
import { joinTexts } from "./join-texts";

type SavedFiles = Pick<Content, "images" | "audio">;

/**
 * The form after a save during which something was changed. `sent` is saved now, with the pictures and the recording of
 * `saved`; later changes stay. Files that were sent become saved pictures.
 */
export function afterSave(now: Content, sent: Content, saved: SavedFiles): Content {
  const urls = saved.images;
  const urlOf = (file: File) => {
    // The photo may have been downscaled while it was sent.
    const original = originalOf(file);
    const at = sent.files.findIndex((other) => sameFile(file, other) || (original && sameFile(original, other)));
    return at < 0 ? undefined : urls[shownAt(sent, sent.images.length + at)];
  };
  const pictures = mapped(placed(now), (one) => {
    const url = one.picture instanceof File ? urlOf(one.picture) : one.picture;
    if (url === undefined) return one;
    return urls.includes(url) ? { ...one, picture: url } : undefined;
  });
  return { ...now, ...arranged(pictures), ...recordingAfter(now, sent, saved) };
}

type Recordings = Pick<Content, "audio" | "audioFile">;

function recordingAfter(now: Content, sent: Content, { audio }: SavedFiles): Recordings {
  const isSaved = sameNewRecording(now.audioFile, sent.audioFile);
  if (now.audioFile) return { audio, audioFile: isSaved ? null : now.audioFile };
  return { audio: now.audio && audio, audioFile: null };
}

/**
 * A three-way merge: the local text, those other fields and descriptions that changed locally, and the pictures that neither
 * side removed. Without a known `base` a field that is filled in counts as changed, an empty one does not, and nothing of `remote`
 * counts as removed. The visibility has no empty value, so no base says that it is unchanged: the fewer readers count.
 */
export function mergeContents(local: Content, knownBase: Content | undefined, remote: Content): Content {
  const base = knownBase ?? contentOf(EMPTY);
  const pictures = mergePictures(local, base, remote);
  const { reflectionAnswers } = local;
  const visibility = narrower(local.visibility, remote.visibility);
  const own = { ...changes(local, base), reflectionAnswers, visibility };
  return { ...remote, ...own, ...pictures, ...mergeRecording(local, base, remote) };
}

function mergePictures(local: Content, base: Content, remote: Content) {
  const before = altsByPicture(base);
  const now = altsByPicture(remote);
  const kept = mapped(placed(local), ({ picture, alt }) => {
    if (picture instanceof File) return { picture, alt };
    const saved = now.get(picture);
    return saved === undefined ? undefined : { picture, alt: alt === (before.get(picture) ?? "") ? saved : alt };
  });
  const isAdded = ({ picture }: Placed) =>
    typeof picture === "string" && !before.has(picture) && !kept.shown.some((one) => one.picture === picture);
  const there = placed(remote);
  const shown = [...kept.shown, ...there.shown.filter(isAdded)];
  const main = shown.findIndex(({ picture }) => picture === there.shown[there.main]?.picture);
  return arranged({ shown, main: kept.main < 0 ? main : kept.main });
}

/** The pictures' descriptions by picture. */
function altsByPicture(content: Content): Map<string | File, string> {
  return new Map(placed(content).shown.map(({ picture, alt }) => [picture, alt]));
}

/** The new local recording, otherwise the remote one. Only a recording that the base has can have been removed locally. */
function mergeRecording(local: Content, base: Content, remote: Content): Recordings {
  const isRemoved = base.audio !== null && local.audio === null && remote.audio?.url === base.audio.url;
  return { audio: isRemoved ? null : remote.audio, audioFile: local.audioFile };
}

/** The texts and the mood that changed locally. The local text stays unless none was written. */
function changes(local: Content, base: Content): Partial<Content> {
  const { text, summary, topMoment, emojis, mood, audioTranscript } = local;
  const isOther = (field: "text" | "summary" | "topMoment" | "emojis" | "audioTranscript") =>
    local[field].trim() !== base[field].trim();
  // A summary and its source belong together.
  const isOtherSummary = isOther("summary") || sourceOf(local) !== sourceOf(base);
  return {
    ...((text.trim() || isOther("text")) && { text }),
    ...(isOtherSummary && { summary, summarySource: sourceOf(local) }),
    ...(isOther("topMoment") && { topMoment }),
    ...(isOther("emojis") && { emojis }),
    ...(!sameMood(mood, base.mood) && { mood }),
    ...(isOther("audioTranscript") && { audioTranscript }),
  };
}

/**
 * `merged` (of `mergeContents`) with both texts in each field, the saved one first. An entry has one recording at most: if both
 * sides have one, the saved one stays.
 */
export function mergeTexts(merged: Content, remote: Content): Content {
  return {
    ...merged,
    ...joinedTexts(remote, merged),
    summarySource: sourceOf(merged) || sourceOf(remote),
    emojis: merged.emojis || remote.emojis,
    audioFile: bothRecorded(merged) ? null : merged.audioFile,
  };
}

/** The texts of both in each field, those of `first` first. */
export function joinedTexts(first: Content, second: Content) {
  return {
    text: joinTexts(first.text, second.text),
    summary: joinTexts(first.summary, second.summary, " "),
    topMoment: joinTexts(first.topMoment, second.topMoment, " "),
    audioTranscript: joinTexts(first.audioTranscript, second.audioTranscript),
  };
}

/** Whether the new local recording in `merged` would replace a remote one. */
export function bothRecorded(merged: Content): boolean {
  return merged.audioFile !== null && merged.audio !== null;
}
