import type { Entry, Image, Recording } from "../../../shared/domain";
import { sameMood } from "../../../shared/mood";
import { type PendingAnswer, sameAnswers } from "../merge/answers";
import { type Arranged, altsOf, arranged, placed } from "../merge/arrangement";

/** A saved picture with its addresses; `url` is the one that `existingImages` names. */
export type Picture = Image & { url: string; optimizedUrl: string; thumbnailUrl: string };

/** The entry as the server has it (`data-saved`). */
export type SavedEntry = Pick<Entry, Words | "mood" | "visibility" | "mainImageIndex"> & {
  images: Picture[];
  audio: Recording | null;
};

type Words = "text" | "summary" | "summarySource" | "topMoment" | "emojis" | "audioTranscript";

/**
 * The form's content: saved pictures by their URLs, then new ones as files. `audio` is the saved recording if it stays;
 * `audioFile` is a new one that replaces it. `reflectionAnswers` are those that are not saved.
 */
export type Content = Omit<SavedEntry, "images"> &
  Arranged & {
    audioFile: File | null;
    reflectionAnswers: PendingAnswer[];
  };

/** Everything but pictures and recording. */
export type TextFields = Omit<SavedEntry, "images" | "mainImageIndex" | "audio">;

/** The fields that identify a file. */
export type Identity = Pick<File, "name" | "size" | "lastModified">;

/** The saved or the new recording, which is remembered by its identity alone. */
export type RecordingFields = { audio: Recording | null; audioFile: Identity | null };

export const EMPTY: SavedEntry = {
  text: "",
  summary: "",
  summarySource: "",
  topMoment: "",
  emojis: "",
  mood: { level: 5, feeling: null, customEmoji: null, isSet: false },
  visibility: "private",
  images: [],
  mainImageIndex: 0,
  audioTranscript: "",
  audio: null,
};

export function picturesOf(entry: Entry): Picture[] {
  return entry.images.map((image, at) => ({
    ...image,
    url: entry.imageUrls[at] ?? "",
    optimizedUrl: entry.optimizedImageUrls[at] ?? "",
    thumbnailUrl: entry.thumbnailUrls[at] ?? "",
  }));
}

export function savedOf(entry: Entry): SavedEntry {
  const { text, summary, summarySource, topMoment, emojis, mood, visibility } = entry;
  const { mainImageIndex, audioTranscript, audio = null } = entry;
  const words = { text, summary, summarySource, topMoment, emojis, audioTranscript };
  return { ...words, mood, visibility, mainImageIndex, images: picturesOf(entry), audio };
}

export function contentOf(saved: SavedEntry): Content {
  const shown = saved.images.map(({ url, alt }) => ({ picture: url, alt }));
  const pictures = arranged({ shown, main: saved.mainImageIndex });
  return { ...saved, ...pictures, audioFile: null, reflectionAnswers: [] };
}

/** The content of `whole`, which may be a draft and have more than that. */
export function contentIn(whole: Content): Content {
  const { text, summary, summarySource, topMoment, emojis, mood, visibility, audioTranscript, audio } = whole;
  const { images, files, alts, imageOrder, mainImageIndex, audioFile, reflectionAnswers } = whole;
  const words = { text, summary, summarySource, topMoment, emojis, mood, visibility, audioTranscript };
  return { ...words, images, files, alts, imageOrder, mainImageIndex, audio, audioFile, reflectionAnswers };
}

export function isEmpty(content: Content): boolean {
  const words = content.text + content.audioTranscript;
  return words.trim() === "" && content.images.length + content.files.length === 0 && !hasRecording(content);
}

export function hasRecording(content: Content): boolean {
  return content.audioFile !== null || content.audio !== null;
}

/** Whether saving `a` or `b` would result in the same entry and the same answers. */
export function same(a: Content, b: Content): boolean {
  return sameEntry(a, b) && sameAnswers(a.reflectionAnswers, b.reflectionAnswers);
}

/** `same` without answers, which only the save of a new entry includes. */
export function sameEntry(a: Content, b: Content): boolean {
  return sameWords(a, b) && sameFiles(a.files, b.files) && samePictures(a, b) && sameRecording(a, b);
}

/** Whether everything but pictures and recording is the same. The server trims single-line fields. */
export function sameWords(a: TextFields, b: TextFields): boolean {
  return (
    a.text === b.text &&
    a.summary.trim() === b.summary.trim() &&
    sourceOf(a) === sourceOf(b) &&
    a.topMoment.trim() === b.topMoment.trim() &&
    a.audioTranscript.trim() === b.audioTranscript.trim() &&
    a.emojis === b.emojis &&
    a.visibility === b.visibility &&
    sameMood(a.mood, b.mood)
  );
}

/** An empty summary has no source. Drafts of an older page have no source at all. */
export function sourceOf({ summary, summarySource }: Pick<TextFields, "summary" | "summarySource">): string {
  return summary.trim() === "" ? "" : (summarySource ?? "");
}

export function sameFiles(a: Identity[], b: Identity[]): boolean {
  return a.length === b.length && a.every((file, at) => sameFile(file, b[at]));
}

/** Saved recordings are compared by URL, which is unique. */
export function sameRecording(a: RecordingFields, b: RecordingFields): boolean {
  if (a.audioFile || b.audioFile) return sameNewRecording(a.audioFile, b.audioFile);
  return a.audio?.url === b.audio?.url;
}

export function sameNewRecording(a: Identity | null, b: Identity | null): boolean {
  return a === b || (a !== null && b !== null && sameFile(a, b));
}

/** The rule of spec 5 for 'already added'. */
export function sameFile(a: Identity, b: Identity | undefined): boolean {
  return a.name === b?.name && a.size === b.size && a.lastModified === b.lastModified;
}

type Described = Parameters<typeof altsOf>[0];

/** Whether the descriptions are the same. The server turns each into one line. */
export function sameAlts(a: Described, b: Described): boolean {
  const alts = (of: Described) => JSON.stringify(altsOf(of).map(oneLine));
  return alts(a) === alts(b);
}

/** Whether the pictures, their order, the main one and the descriptions are the same. */
export function samePictures(a: Content, b: Content): boolean {
  const [first, second] = [placed(a), placed(b)];
  return (
    sameAlts(a, b) &&
    first.shown.every(({ picture }, at) => samePicture(picture, second.shown[at]?.picture)) &&
    (first.shown.length === 0 || first.main === second.main)
  );
}

function samePicture(a: string | File, b: string | File | undefined): boolean {
  return a instanceof File ? b instanceof File && sameFile(a, b) : a === b;
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}
