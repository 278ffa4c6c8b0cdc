// What becomes of the form's content when the server's entry is another one than it started from.
import { answersAfterSave } from "./answers";
import { arranged, mapped, type Placed, placed, shownAt } from "./arrangement";
import { type Content, contentOf, EMPTY, sameFile, sameNewRecording, sourceOf } from "./content";
import { join } from "./join";
import type { Tried } from "./outgoing";
import { originalOf } from "./sources";

/**
 * The form after a save, when something was changed while it was sent: `sent` is saved now, with pictures and
 * recording of `saved`, and what came since stays on top. Files that were sent are saved from now on.
 */
type Saved = Pick<Content, "images" | "audio">;

export function afterSave(now: Content, sent: Tried, saved: Saved): Content {
  const urls = saved.images;
  const urlOf = (file: File) => {
    // It may have become smaller while it was sent.
    const original = originalOf(file);
    const at = sent.files.findIndex((other) => sameFile(file, other) || (original && sameFile(original, other)));
    return at < 0 ? undefined : urls[shownAt(sent, sent.images.length + at)];
  };
  const pictures = mapped(placed(now), (one) => {
    const url = one.picture instanceof File ? urlOf(one.picture) : one.picture;
    if (url === undefined) return one;
    return urls.includes(url) ? { ...one, picture: url } : undefined;
  });
  const reflectionAnswers = answersAfterSave(now.reflectionAnswers, sent.reflectionAnswers);
  return { ...now, reflectionAnswers, ...arranged(pictures), ...recordingAfter(now, sent, saved) };
}

type Recordings = Pick<Content, "audio" | "audioFile">;

function recordingAfter(now: Content, sent: Tried, { audio }: Saved): Recordings {
  const arrived = sameNewRecording(now.audioFile, sent.audioFile);
  if (now.audioFile) return { audio, audioFile: arrived ? null : now.audioFile };
  return { audio: now.audio && audio, audioFile: null };
}

/**
 * My content over the entry as it is now: my text, of the other fields and descriptions those that I changed, and of the
 * pictures what neither side took away. `began` is what I started from; where that is not known, nothing of theirs counts
 * as changed or taken away by me.
 */
export function mineOver(mine: Content, began: Content | undefined, theirs: Content): Content {
  const base = began ?? contentOf(EMPTY);
  const pictures = picturesOver(mine, base, theirs);
  const own = { text: mine.text, reflectionAnswers: mine.reflectionAnswers };
  return { ...theirs, ...changes(mine, base), ...own, ...pictures, ...recordingOver(mine, base, theirs) };
}

function picturesOver(mine: Content, base: Content, theirs: Content) {
  const before = saidOf(base);
  const now = saidOf(theirs);
  const kept = mapped(placed(mine), ({ picture, alt }) => {
    if (picture instanceof File) return { picture, alt };
    const saved = now.get(picture);
    return saved === undefined ? undefined : { picture, alt: alt === (before.get(picture) ?? "") ? saved : alt };
  });
  const isAdded = ({ picture }: Placed) =>
    typeof picture === "string" && !before.has(picture) && !kept.shown.some((one) => one.picture === picture);
  const there = placed(theirs);
  const shown = [...kept.shown, ...there.shown.filter(isAdded)];
  const main = shown.findIndex(({ picture }) => picture === there.shown[there.main]?.picture);
  return arranged({ shown, main: kept.main < 0 ? main : kept.main });
}

/** Descriptions of the saved pictures, by their addresses. */
function saidOf(content: Content): Map<string | File, string> {
  return new Map(placed(content).shown.map(({ picture, alt }) => [picture, alt]));
}

/** My new recording, else theirs; I can only have taken away the one that I saw. */
function recordingOver(mine: Content, base: Content, theirs: Content): Recordings {
  const removed = base.audio !== null && mine.audio === null && theirs.audio?.url === base.audio.url;
  return { audio: removed ? null : theirs.audio, audioFile: mine.audioFile };
}

type Field = "summary" | "summarySource" | "topMoment" | "emojis" | "mood" | "visibility" | "audioTranscript";
const FIELDS: Field[] = ["summary", "summarySource", "topMoment", "emojis", "mood", "visibility", "audioTranscript"];

function changes(mine: Content, base: Content): Partial<Content> {
  const changed = FIELDS.filter((field) => JSON.stringify(mine[field]) !== JSON.stringify(base[field]));
  return Object.fromEntries(changed.map((field) => [field, mine[field]]));
}

/**
 * `over` (mine over theirs) with both texts in each field, the saved one first. There is one recording at most: the saved
 * one stays where both have one.
 */
export function bothTexts(over: Content, theirs: Content): Content {
  return {
    ...over,
    text: join(theirs.text, over.text),
    summary: join(theirs.summary, over.summary, " "),
    summarySource: sourceOf(over) || sourceOf(theirs),
    topMoment: join(theirs.topMoment, over.topMoment, " "),
    emojis: over.emojis || theirs.emojis,
    audioTranscript: join(theirs.audioTranscript, over.audioTranscript),
    audioFile: bothRecorded(over) ? null : over.audioFile,
  };
}

/** Whether my new recording (in mine over theirs) would replace one of theirs that I did not see. */
export function bothRecorded(over: Content): boolean {
  return over.audioFile !== null && over.audio !== null;
}
