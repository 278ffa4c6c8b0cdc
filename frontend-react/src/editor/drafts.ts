// Unsaved work in IndexedDB: one draft per person and day, or per person and entry.
import type { Content } from "./content";
import { open } from "./database";
import type { Outgoing } from "./outgoing";
import { chunksOf, recordingIdOf } from "./recording-id";

/** Where a form will be saved. */
export type Place = { userId: string; date: string; entryId: string | null };

/** What the writing started from. */
export type Beginning = {
  /** Null where there was no entry yet. */
  version: number | null;
  /** The entry at that version; undefined where nobody knows it (any more). It has no files. */
  began?: Content;
};

export type Draft = Content &
  Place &
  Beginning & {
    key: string;
    ticket: string;
    /** A save of it that got no answer. */
    outgoing?: Outgoing;
    /** The form that wrote it. */
    writer: string;
    /** Milliseconds. */
    writtenAt: number;
  };

const STORES = ["drafts", "pictures"] as const;

/** A draft that was written before there were recordings. */
const SILENT = { audioTranscript: "", audio: null, reflectionAnswers: [] };

/** Where the recording of the draft at `key` lies among the files. */
function recordingOf(key: string): string {
  return `${key}#recording`;
}

/** Behind the key of a draft that stands beside the one of its day or entry. */
const ASIDE = "~";

/** Where a form writes whose own key another tab holds. */
export function beside(key: string, name: string): string {
  return `${key}${ASIDE}${name}`;
}

/** `draft` under a key of its own, where no form writes. */
export function aside(draft: Omit<Draft, "key" | "writer" | "writtenAt">): Draft {
  const writtenAt = Date.now();
  const key = beside(keyOf(draft), String(writtenAt));
  return { ...draft, key, writer: key, writtenAt };
}

export function keyOf(place: Place): string {
  return `${place.userId}:${place.entryId ?? place.date}`;
}

/** A draft that was written before photos had descriptions. */
const UNDESCRIBED = { alts: [], imageOrder: [] };

export async function readDrafts(userId: string): Promise<Draft[]> {
  return (await readAllDrafts()).filter((draft) => draft.userId === userId);
}

/** Of everybody on this device. */
export async function readAllDrafts(): Promise<Draft[]> {
  const stores = (await open()).transaction(STORES);
  const drafts = await stores.objectStore("drafts").getAll();
  return Promise.all(
    drafts.map(async (draft) => {
      const files = (await stores.objectStore("pictures").get(draft.key)) ?? [];
      const [audioFile = null] = (await stores.objectStore("pictures").get(recordingOf(draft.key))) ?? [];
      return { ...SILENT, ...UNDESCRIBED, ...draft, files, audioFile };
    }),
  );
}

export async function writerAt(key: string): Promise<string | undefined> {
  return (await (await open()).get("drafts", key))?.writer;
}

/**
 * Pictures and recording are written only when they are others than before. From then on the draft has the recording, and
 * its parts go in the same step. Answers what lay there before.
 */
export async function writeDraft(draft: Draft, filesToo: boolean): Promise<Stamp | undefined> {
  const change = await changeOf();
  const before = change.objectStore("drafts").get(draft.key);
  const written = [before, ...puts(change, draft, filesToo), change.done];
  // The page may be on its way out and never hear that the writes succeeded.
  change.commit();
  // A full disk is told by the transaction only.
  await Promise.all(written).catch((error) => Promise.reject(change.error ?? error));
  return before;
}

/** Writes `draft` where `seen` still lies as it was read; false where somebody wrote on meanwhile. */
export async function replaceDraft(draft: Draft, filesToo: boolean, seen: Stamp): Promise<boolean> {
  const change = await changeOf();
  const found = await change.objectStore("drafts").get(draft.key);
  const unchanged = isStamp(found, seen);
  const written = [...(unchanged ? puts(change, draft, filesToo) : []), change.done];
  await Promise.all(written).catch((error) => Promise.reject(change.error ?? error));
  return unchanged;
}

/** Pictures and recording of a draft whose words were written already, unless newer words came. */
export async function writeFiles(draft: Draft): Promise<void> {
  await replaceDraft(draft, true, draft);
}

/** Tells whether a draft was written since it was read. */
export type Stamp = Pick<Draft, "writer" | "writtenAt">;

export function isStamp(found: Stamp | undefined, seen: Stamp): boolean {
  return found?.writer === seen.writer && found.writtenAt === seen.writtenAt;
}

async function changeOf() {
  return (await open()).transaction([...STORES, "chunks"] as const, "readwrite");
}

type Change = Awaited<ReturnType<typeof changeOf>>;

function puts(change: Change, { files, audioFile, ...draft }: Draft, filesToo: boolean): unknown[] {
  return [
    change.objectStore("drafts").put(draft),
    filesToo && change.objectStore("pictures").put(files, draft.key),
    filesToo && change.objectStore("pictures").put(audioFile ? [audioFile] : [], recordingOf(draft.key)),
    filesToo && audioFile && change.objectStore("chunks").delete(chunksOf(recordingIdOf(audioFile))),
  ];
}

export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}

/** With `writer`, only a draft that this form wrote: another tab may be writing on the same day. With `writtenAt`, as it was then. */
export async function deleteDraft(key: string, writer?: string, writtenAt?: number): Promise<void> {
  const change = (await open()).transaction(STORES, "readwrite");
  const drafts = change.objectStore("drafts");
  const found = await drafts.get(key);
  const newer = writtenAt !== undefined && found?.writtenAt !== writtenAt;
  if (found && !newer && (!writer || found.writer === writer)) {
    const files = change.objectStore("pictures");
    await Promise.all([drafts.delete(key), files.delete(key), files.delete(recordingOf(key))]);
  }
  await change.done;
}

/** What others left in this browser goes when `userId` is signed in. */
export async function deleteForeignDrafts(userId: string): Promise<void> {
  const db = await open();
  for (const draft of await db.getAll("drafts")) if (draft.userId !== userId) await deleteDraft(draft.key);
  for (const chunk of await db.getAll("chunks")) {
    if (chunk.userId !== userId) await db.delete("chunks", [chunk.take, chunk.at]);
  }
  for (const ticket of await db.getAll("tickets"))
    if (ticket.userId !== userId) await db.delete("tickets", ticket.userId);
}

/** Whether there is a recording that its page could not finish. */
export async function anyInterrupted(): Promise<boolean> {
  return (await (await open()).count("chunks")) > 0;
}

/** Whether anything is here that would be lost; a recording under way counts. */
export async function anyDrafts(): Promise<boolean> {
  const db = await open();
  return (await db.count("drafts")) + (await db.count("chunks")) > 0;
}
