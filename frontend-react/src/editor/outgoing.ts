// Saves without an answer: what was sent, so that a later try knows its own entry when it meets it.
import { type Arranged, placed, shownAt } from "./arrangement";
import {
  type Content,
  type Identity,
  sameAlts,
  sameFiles,
  sameRecording,
  sameWords,
  type Voice,
  type Words,
} from "./content";
import type { Beginning } from "./drafts";

/** What one try sent; of its files only what tells them apart. */
export type Tried = Omit<Content, "files" | "audioFile"> & { files: Identity[]; audioFile: Identity | null };

/** The entry as it was when a try was made: `version` null where there was none. */
type Since = { version: number | null; images: string[]; audio: string | null };

/** `since` is not known of every try, nor of one that an older page made; `at`: when it was sent, as often as it was. */
type Attempt = Tried & { since?: Since; at?: number[] };

/** The person wants it saved, and no answer came so far: it is sent when there is a connection. */
export type Outgoing = {
  tried: Attempt[];
  /** The server said something that the person has to decide about; nothing is sent behind their back any more. */
  asks?: true;
};

/** The version of an entry that nobody has changed. */
const FIRST = 1;

/** Tries that are remembered; a person does not press more often while nothing answers. */
const MOST = 8;

/** Times that are remembered of the same try. */
const MOST_TIMES = 50;

/** Milliseconds by which the clocks here and there may differ, and what a try may take. */
const NEAR = 120_000;

/** With one more try. */
export function tryOf(content: Content, before: Outgoing | undefined, over: Beginning, now = Date.now()): Outgoing {
  const files = content.files.map(identity);
  const audioFile = content.audioFile && identity(content.audioFile);
  const tried = before?.tried ?? [];
  const since = sinceOf(over) ?? tried.findLast((other) => other.since?.version === over.version)?.since;
  const isSame = (other: Attempt) => isTry(other, content) && other.since?.version === since?.version;
  const at = [...tried.filter(isSame).flatMap(({ at = [] }) => at), now].slice(-MOST_TIMES);
  const others = tried.filter((other) => !isSame(other));
  return { tried: [...others, { ...content, files, audioFile, at, ...(since && { since }) }].slice(-MOST) };
}

function sinceOf({ version, began }: Beginning): Since | undefined {
  if (version === null) return { version, images: [], audio: null };
  return began && { version, images: began.images, audio: began.audio?.url ?? null };
}

/** What a server has. */
type Theirs = Words & Voice & Arranged;

/** What tells which save made it; a page does not know all of it. */
type Made = { version?: number | null | undefined; createdAt?: string | undefined };

function identity({ name, size, lastModified }: File): Identity {
  return { name, size, lastModified };
}

/**
 * The try whose entry is on the server as `theirs`: it arrived, and only its answer was lost (product 6.11). When in doubt
 * it did not: then its person is asked. Which answers to questions came with it the entry does not say, so none counts as
 * sent.
 */
export function arrived(outgoing: Outgoing | undefined, theirs: Theirs, made: Made): Tried | undefined {
  const found = outgoing?.tried.findLast(
    (tried) =>
      sameWords(tried, theirs) &&
      sameAlts(tried, theirs) &&
      isShown(tried, theirs) &&
      (tried.audioFile ? isNewSound(tried, theirs) : sameRecording(tried, theirs)) &&
      ((tried.files.length === 0 && !tried.audioFile) || isMadeBy(tried, made)),
  );
  return found && { ...found, reflectionAnswers: [] };
}

/** The kept pictures in their places, new ones in those of the files, and the same main one. */
function isShown(tried: Attempt, theirs: Theirs): boolean {
  const { shown, main } = placed(theirs);
  const { images, files, since } = tried;
  const at = (place: number) => shown[shownAt(tried, place)]?.picture;
  const known: unknown[] = [...images, ...(since?.images ?? [])];
  return (
    shown.length === images.length + files.length &&
    images.every((url, place) => at(place) === url) &&
    files.every((_, place) => !known.includes(at(images.length + place))) &&
    (shown.length === 0 || shownAt(tried, tried.mainImageIndex) === main)
  );
}

function isNewSound({ since }: Attempt, { audio }: Theirs): boolean {
  return audio !== null && since !== undefined && audio.url !== since.audio;
}

/** Files cannot be compared, so the entry has to be as this very try would have left it. */
function isMadeBy({ since, at = [] }: Attempt, { version, createdAt }: Made): boolean {
  if (!since) return false;
  if (since.version !== null) return version === since.version + 1;
  const time = Date.parse(createdAt ?? "");
  return version === FIRST && at.some((began) => Math.abs(time - began) <= NEAR);
}

/** Whether `tried` sent what `content` is. */
export function isTry(tried: Tried, content: Content): boolean {
  return (
    sameWords(tried, content) &&
    sameFiles(tried.files, content.files) &&
    sameRecording(tried, content) &&
    sameAlts(tried, content) &&
    tried.images.join() === content.images.join() &&
    tried.imageOrder.join() === content.imageOrder.join() &&
    tried.mainImageIndex === content.mainImageIndex
  );
}
