// A save without an answer. The very same request is sent again under the same idempotency key until there is one.

import type { Visibility } from "../../../shared/domain";
import type { MergeBase, Place } from "../draft/drafts";
import { answersAfterSave, type PendingAnswer } from "../merge/answers";
import { type Content, same, sameEntry, sameFile, sameNewRecording } from "../state/content";
import { isWider } from "../state/visibility";

/** A request to save an entry as it is sent, with what it is saved over. Later changes of the form are saved after it. */
export type Save = Omit<Place, "userId"> & {
  /** The server does a request once per key. */
  idempotencyKey: string;
  version: number | null;
  ticket: string;
  content: Content;
  /** The entry's readers when its person last saw it; undefined for a new entry, or if they are not known. */
  seenVisibility?: Visibility;
  /** The person has to decide, so nothing is sent automatically any more. */
  needsDecision?: true;
  /** Uploads in a row that did not finish. */
  unfinishedUploads?: number;
};

/** Unfinished uploads after which a save is not sent automatically any more: an upload that is too slow stays too slow. */
const MAX_UNFINISHED_UPLOADS = 3;

type Target = Pick<Save, "date" | "entryId" | "version" | "ticket"> & Pick<MergeBase, "base">;

/**
 * The save to send next. One without an answer comes first, unless its person had to decide and took one of its files away, or has
 * chosen fewer readers since.
 */
export function nextSave(content: Content, target: Target, before: Save | undefined): Save {
  if (before && isWider(before.content.visibility, content.visibility)) return newSave(content, target);
  if (before && !before.needsDecision) return before;
  if (!before || !hasFilesOf(before, content)) return newSave(content, target);
  const { needsDecision: _, ...again } = before;
  return again;
}

export function newSave(content: Content, { date, entryId, version, ticket, base }: Target): Save {
  const seen = entryId !== null && base && { seenVisibility: base.visibility };
  return { idempotencyKey: newIdempotencyKey(), date, entryId, version, ticket, content, ...seen };
}

function hasFilesOf({ content: { files, audioFile } }: Save, now: Content): boolean {
  const isThere = (file: File) => now.files.some((other) => sameFile(file, other));
  return files.every(isThere) && (audioFile === null || sameNewRecording(audioFile, now.audioFile));
}

/** Whether `now` is what the save sends. The answers of an existing entry are not part of it. */
export function isUnchanged({ entryId, content }: Pick<Save, "entryId" | "content">, now: Content): boolean {
  return entryId === null ? same(now, content) : sameEntry(now, content);
}

/** The answers of `now` that the save does not include. */
export function answersLeft({ entryId, content }: Save, { reflectionAnswers }: Content): PendingAnswer[] {
  return entryId ? reflectionAnswers : answersAfterSave(reflectionAnswers, content.reflectionAnswers);
}

/** The outcome of a request without an answer. */
type Unanswered = { kind: "unclear" } | { kind: "offline"; moved: boolean };

/** The person decides after too many failed uploads of its files; a save of text alone is always sent again. */
export function afterNoAnswer(save: Save, outcome: Unanswered): Save {
  if (!carriesFiles(save.content) || (outcome.kind === "offline" && !outcome.moved)) return save;
  const next: Save = { ...save, unfinishedUploads: (save.unfinishedUploads ?? 0) + 1 };
  return isStuck(next) ? { ...next, needsDecision: true } : next;
}

export function carriesFiles({ files, audioFile }: Content): boolean {
  return files.length > 0 || audioFile !== null;
}

/** Whether uploading its files failed too often. */
export function isStuck({ unfinishedUploads = 0 }: Save): boolean {
  return unfinishedUploads >= MAX_UNFINISHED_UPLOADS;
}

/** `randomUUID` exists on secure pages only. */
function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
