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

/** `attempt`: its name, under which the server keeps it; `version`: what it was sent over, null where there was no entry. */
type Attempt = Tried & { attempt?: string; version?: number | null };

/** The person wants it saved, and no answer came so far: it is sent when there is a connection. */
export type Outgoing = {
  tried: Attempt[];
  /** The server said something that the person has to decide about; nothing is sent behind their back any more. */
  asks?: true;
  /** Uploads in a row that came to no end. */
  unfinished?: number;
};

/** Tries that are remembered; a person does not press more often while nothing answers. */
const MOST = 8;

/** Uploads without an end after which a save is not sent by itself any more: one that is too slow for the way stays so. */
const UPLOADS = 3;

/** With one more try; one that sends the same over the same keeps its name. */
export function tryOf(
  content: Content,
  before: Outgoing | undefined,
  { version }: Pick<Beginning, "version">,
): Outgoing {
  const files = content.files.map(identity);
  const audioFile = content.audioFile && identity(content.audioFile);
  const tried = before?.tried ?? [];
  const isSame = (other: Attempt) => isTry(other, content) && other.version === version;
  const attempt = tried.findLast(isSame)?.attempt ?? newName();
  const others = tried.filter((other) => !isSame(other));
  const now = { tried: [...others, { ...content, files, audioFile, attempt, version }].slice(-MOST) };
  return before?.unfinished ? { ...now, unfinished: before.unfinished } : now;
}

/** What a try says of itself when it got no answer. */
type Unanswered = { kind: "unclear" } | { kind: "offline"; moved: boolean };

/** What waits after a try of `content` without an answer; where files do not come through, it asks. Words alone always wait. */
export function waitingOn(outgoing: Outgoing, content: Content, outcome: Unanswered): Outgoing {
  if (!carriesFiles(content)) return outgoing.unfinished ? { tried: outgoing.tried } : outgoing;
  if (outcome.kind === "offline" && !outcome.moved) return outgoing;
  const next = { ...outgoing, unfinished: (outgoing.unfinished ?? 0) + 1 };
  return isStuck(next) ? { ...next, asks: true } : next;
}

export function carriesFiles({ files, audioFile }: Content): boolean {
  return files.length > 0 || audioFile !== null;
}

/** Its files were sent in vain too often. */
export function isStuck({ unfinished = 0 }: Outgoing): boolean {
  return unfinished >= UPLOADS;
}

/** Not `randomUUID`, which only secure pages have. */
function newName(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What the save that is sent next is called. */
export function nameOf(outgoing: Outgoing | undefined): string | undefined {
  return outgoing?.tried.at(-1)?.attempt;
}

/** What a server has. */
type Theirs = Words & Voice & Arranged;

/** Which save made it; a page does not know that. */
type Made = { attempt?: string | null | undefined };

function identity({ name, size, lastModified }: File): Identity {
  return { name, size, lastModified };
}

/**
 * The try whose entry is on the server as `theirs`: it arrived, and only its answer was lost (product 6.11). Files cannot be
 * compared, so one that carried some is known by its name alone; words are also known by themselves. When in doubt it did
 * not arrive: then its person is asked. Which answers to questions came with it the entry does not say, so none counts as sent.
 */
export function arrived(outgoing: Outgoing | undefined, theirs: Theirs, made: Made = {}): Tried | undefined {
  const found = outgoing?.tried.findLast((tried) => isMadeBy(tried, made) || isWhatIsThere(tried, theirs));
  return found && { ...found, reflectionAnswers: [] };
}

function isMadeBy(tried: Attempt, made: Made): boolean {
  return tried.attempt !== undefined && tried.attempt === made.attempt;
}

function isWhatIsThere(tried: Attempt, theirs: Theirs): boolean {
  if (tried.files.length > 0 || tried.audioFile) return false;
  return sameWords(tried, theirs) && sameAlts(tried, theirs) && isShown(tried, theirs) && sameRecording(tried, theirs);
}

/** The kept pictures in their places, and the same main one. */
function isShown(tried: Attempt, theirs: Theirs): boolean {
  const { shown, main } = placed(theirs);
  const at = (place: number) => shown[shownAt(tried, place)]?.picture;
  return (
    shown.length === tried.images.length &&
    tried.images.every((url, place) => at(place) === url) &&
    (shown.length === 0 || shownAt(tried, tried.mainImageIndex) === main)
  );
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
