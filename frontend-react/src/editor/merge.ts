// What becomes of the form's content when the server's entry is another one than it started from.
import { answersAfterSave } from "./answers";
import { type Content, sameFile, sameNewRecording, sourceOf } from "./content";
import { join } from "./join";
import type { Tried } from "./outgoing";

/**
 * The form after a save, when something was changed while it was sent: `sent` is saved now, with pictures and
 * recording of `saved`, and what came since stays on top. Files that were sent are saved from now on.
 */
type Saved = Pick<Content, "images" | "audio">;

export function afterSave(now: Content, sent: Tried, saved: Saved): Content {
  const urls = saved.images;
  const urlOf = (file: File) => {
    const at = sent.files.findIndex((other) => sameFile(file, other));
    return at < 0 ? undefined : urls[sent.images.length + at];
  };
  const images = now.images.filter((url) => urls.includes(url));
  const files: File[] = [];
  for (const file of now.files) {
    const url = urlOf(file);
    if (url) images.push(url);
    else files.push(file);
  }
  const mainImageIndex = mainAfter(now, images, files, urlOf);
  const reflectionAnswers = answersAfterSave(now.reflectionAnswers, sent.reflectionAnswers);
  return { ...now, reflectionAnswers, images, files, mainImageIndex, ...recordingAfter(now, sent, saved) };
}

type Recordings = Pick<Content, "audio" | "audioFile">;

function recordingAfter(now: Content, sent: Tried, { audio }: Saved): Recordings {
  const arrived = sameNewRecording(now.audioFile, sent.audioFile);
  if (now.audioFile) return { audio, audioFile: arrived ? null : now.audioFile };
  return { audio: now.audio && audio, audioFile: null };
}

function mainAfter(now: Content, images: string[], files: File[], urlOf: (file: File) => string | undefined): number {
  const kept = now.images[now.mainImageIndex];
  const file = now.files[now.mainImageIndex - now.images.length];
  const url = kept ?? (file && urlOf(file));
  const at = url ? images.indexOf(url) : file ? images.length + files.indexOf(file) : 0;
  return Math.max(0, at);
}

/**
 * My content over the entry as it is now: my text, of the other fields those that I changed, and of the pictures what
 * neither side took away. `base` is what I started from.
 */
export function mineOver(mine: Content, base: Content, theirs: Content): Content {
  const kept = mine.images.filter((url) => theirs.images.includes(url));
  const added = theirs.images.filter((url) => !base.images.includes(url) && !kept.includes(url));
  const images = [...kept, ...added];
  return {
    ...theirs,
    ...changes(mine, base),
    text: mine.text,
    reflectionAnswers: mine.reflectionAnswers,
    images,
    files: mine.files,
    mainImageIndex: mainOver(mine, theirs, images),
    ...recordingOver(mine, base, theirs),
  };
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

function mainOver(mine: Content, theirs: Content, images: string[]): number {
  const url = mine.images[mine.mainImageIndex];
  const file = mine.mainImageIndex - mine.images.length;
  if (url && images.includes(url)) return images.indexOf(url);
  if (!url && mine.files[file]) return images.length + file;
  return Math.max(0, images.indexOf(theirs.images[theirs.mainImageIndex] ?? ""));
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
