// Saves that got no answer. Their attempts are remembered, so that an entry on the server can be recognised as their result.
import { type Arranged, placed, shownAt } from "./arrangement";
import {
  type Content,
  type Identity,
  type RecordingFields,
  sameAlts,
  sameFiles,
  sameRecording,
  sameWords,
  type Words,
} from "./content";
import type { MergeBase } from "./drafts";

/** What one attempt sent. Of its files only what identifies them is kept. */
export type SentContent = Omit<Content, "files" | "audioFile"> & { files: Identity[]; audioFile: Identity | null };

/** `idempotencyKey`: the server stores it with the entry; `version`: the version it should replace, null for a new entry. */
export type Attempt = SentContent & { idempotencyKey?: string; version?: number | null };

/** A save that the person asked for and that got no answer so far. It is sent again when there is a connection. */
export type PendingSave = {
  attempts: Attempt[];
  /** The person has to decide about the server's answer, so nothing is sent automatically any more. */
  needsDecision?: true;
  /** Uploads in a row that did not finish. */
  unfinishedUploads?: number;
};

/** Attempts that are remembered; nobody saves more often without an answer. */
const MAX_ATTEMPTS = 8;

/** Unfinished uploads after which a save is not sent automatically any more: an upload that is too slow stays too slow. */
const MAX_UNFINISHED_UPLOADS = 3;

/** Adds an attempt. An attempt with the same content over the same version keeps its idempotency key. */
export function withAttempt(
  content: Content,
  before: PendingSave | undefined,
  { version }: Pick<MergeBase, "version">,
): PendingSave {
  const files = content.files.map(identity);
  const audioFile = content.audioFile && identity(content.audioFile);
  const attempts = before?.attempts ?? [];
  const isSame = (other: Attempt) => isSameAsSent(other, content) && other.version === version;
  const idempotencyKey = attempts.findLast(isSame)?.idempotencyKey ?? newIdempotencyKey();
  const others = attempts.filter((other) => !isSame(other));
  const attempt: Attempt = { ...content, files, audioFile, idempotencyKey, version };
  const now = { attempts: [...others, attempt].slice(-MAX_ATTEMPTS) };
  return before?.unfinishedUploads ? { ...now, unfinishedUploads: before.unfinishedUploads } : now;
}

/** The outcome of an attempt without an answer. */
type Unanswered = { kind: "unclear" } | { kind: "offline"; moved: boolean };

/**
 * The pending save after an attempt without an answer. If its files failed to upload too often, the person has to decide; a
 * save of text alone is always sent again.
 */
export function afterNoAnswer(pendingSave: PendingSave, content: Content, outcome: Unanswered): PendingSave {
  if (!carriesFiles(content)) return pendingSave.unfinishedUploads ? { attempts: pendingSave.attempts } : pendingSave;
  if (outcome.kind === "offline" && !outcome.moved) return pendingSave;
  const next: PendingSave = { ...pendingSave, unfinishedUploads: (pendingSave.unfinishedUploads ?? 0) + 1 };
  return isStuck(next) ? { ...next, needsDecision: true } : next;
}

export function carriesFiles({ files, audioFile }: Content): boolean {
  return files.length > 0 || audioFile !== null;
}

/** Whether uploading its files failed too often. */
export function isStuck({ unfinishedUploads = 0 }: PendingSave): boolean {
  return unfinishedUploads >= MAX_UNFINISHED_UPLOADS;
}

/** `randomUUID` exists on secure pages only. */
function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The idempotency key of the attempt that is sent next. */
export function idempotencyKeyOf(pendingSave: PendingSave | undefined): string | undefined {
  return pendingSave?.attempts.at(-1)?.idempotencyKey;
}

/** The saved entry's content. */
type Remote = Words & RecordingFields & Arranged;

/** The idempotency key of the save that made the entry (the API's `attempt`); a page does not know it. */
type CreatedBy = { attempt?: string | null | undefined };

function identity({ name, size, lastModified }: File): Identity {
  return { name, size, lastModified };
}

/**
 * The attempt that made the entry on the server, `remote`: it arrived, and only its answer was lost (product 6.11). Files cannot
 * be compared, so an attempt with files is recognised by its idempotency key only, one without also by its content. In doubt it
 * did not arrive, and the person is asked. The entry does not say which reflection answers arrived, so none counts as sent.
 */
export function findArrived(
  pendingSave: PendingSave | undefined,
  remote: Remote,
  made: CreatedBy = {},
): SentContent | undefined {
  const found = pendingSave?.attempts.findLast((sent) => hasSameKey(sent, made) || matchesContent(sent, remote));
  return found && { ...found, reflectionAnswers: [] };
}

function hasSameKey(sent: Attempt, made: CreatedBy): boolean {
  return sent.idempotencyKey !== undefined && sent.idempotencyKey === made.attempt;
}

function matchesContent(sent: Attempt, remote: Remote): boolean {
  if (sent.files.length > 0 || sent.audioFile) return false;
  return (
    sameWords(sent, remote) && sameAlts(sent, remote) && showsSamePictures(sent, remote) && sameRecording(sent, remote)
  );
}

/** Whether the entry has the attempt's saved pictures in the same order, with the same main picture. */
function showsSamePictures(sent: Attempt, remote: Remote): boolean {
  const { shown, main } = placed(remote);
  const at = (place: number) => shown[shownAt(sent, place)]?.picture;
  return (
    shown.length === sent.images.length &&
    sent.images.every((url, place) => at(place) === url) &&
    (shown.length === 0 || shownAt(sent, sent.mainImageIndex) === main)
  );
}

/** Whether `sent` is the same as `content`. */
export function isSameAsSent(sent: SentContent, content: Content): boolean {
  return (
    sameWords(sent, content) &&
    sameFiles(sent.files, content.files) &&
    sameRecording(sent, content) &&
    sameAlts(sent, content) &&
    sent.images.join() === content.images.join() &&
    sent.imageOrder.join() === content.imageOrder.join() &&
    sent.mainImageIndex === content.mainImageIndex
  );
}
