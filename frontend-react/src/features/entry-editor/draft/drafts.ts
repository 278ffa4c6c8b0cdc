// Drafts in IndexedDB: one per person and day, or per person and entry.

import type { Save } from "../save/save";
import type { Content } from "../state/content";
import { open } from "./database";
import { chunksOf, recordingIdOf } from "./recording-id";

/** Whose entry of which day a form is about; `entryId` is null for a new entry. */
export type Place = { userId: string; date: string; entryId: string | null };

/** The saved entry that the writing started from, for a three-way merge. */
export type MergeBase = {
  /** Null where there was no entry yet. */
  version: number | null;
  /** The entry at that version, without files; undefined where it is not known. */
  base?: Content;
};

export type Draft = Content &
  Place &
  MergeBase & {
    key: string;
    ticket: string;
    /** Its save that got no answer. */
    pendingSave?: Save;
    /** Identifies the form that wrote the draft. */
    writer: string;
    /** Milliseconds. */
    writtenAt: number;
  };

const STORES = ["drafts", "pictures", "saves"] as const;

/** The key of the recording of the draft at `key` in the store of files. */
function recordingOf(key: string): string {
  return `${key}#recording`;
}

/** Separates the key of a day or entry from the name of a sibling. */
const SEPARATOR = "~";

/** A key beside that of the day or entry: for a form whose own key another tab has locked, or for a stashed draft. */
export function siblingKey(key: string, name: string): string {
  return `${key}${SEPARATOR}${name}`;
}

export function keyOf(place: Place): string {
  return `${place.userId}:${place.entryId ?? place.date}`;
}

export async function readDrafts(userId: string): Promise<Draft[]> {
  return (await readAllDrafts()).filter((draft) => draft.userId === userId);
}

/** The drafts of everybody on this device. */
export async function readAllDrafts(): Promise<Draft[]> {
  const stores = (await open()).transaction(STORES);
  const drafts = await stores.objectStore("drafts").getAll();
  return Promise.all(
    // Before there was a store of saves, a draft had what its saves had sent.
    drafts.map(async ({ pendingSave: _, ...draft }: Omit<Draft, "files" | "audioFile">) => {
      const files = (await stores.objectStore("pictures").get(draft.key)) ?? [];
      const [audioFile = null] = (await stores.objectStore("pictures").get(recordingOf(draft.key))) ?? [];
      const pendingSave = await stores.objectStore("saves").get(draft.key);
      return { ...draft, files, audioFile, ...(pendingSave && { pendingSave }) };
    }),
  );
}

export async function writerAt(key: string): Promise<string | undefined> {
  return (await (await open()).get("drafts", key))?.writer;
}

/**
 * Writes a draft and returns the stamp of the one it replaces. Photos and recording are written with `filesToo` only, the pending
 * save with `saveToo`. Once the draft has the recording, its chunks are deleted in the same transaction.
 */
export async function writeDraft(draft: Draft, filesToo: boolean, saveToo = true): Promise<Stamp | undefined> {
  const change = await changeOf();
  const before = change.objectStore("drafts").get(draft.key);
  const written = [before, ...puts(change, draft, filesToo, saveToo), change.done];
  // The page may be closing and never hear that the writes succeeded.
  change.commit();
  // Only the transaction has the error of a full disk.
  await Promise.all(written).catch((error) => Promise.reject(change.error ?? error));
  return before;
}

/** Writes `draft` if the stored one is still the one that was read (`seen`). False if another page wrote meanwhile. */
export async function replaceDraft(draft: Draft, filesToo: boolean, seen: Stamp): Promise<boolean> {
  const change = await changeOf();
  const found = await change.objectStore("drafts").get(draft.key);
  const unchanged = isStamp(found, seen);
  const written = [...(unchanged ? puts(change, draft, filesToo, true) : []), change.done];
  await Promise.all(written).catch((error) => Promise.reject(change.error ?? error));
  return unchanged;
}

/** Identifies one write of a draft. */
export type Stamp = Pick<Draft, "writer" | "writtenAt">;

export function isStamp(found: Stamp | undefined, seen: Stamp): boolean {
  return found?.writer === seen.writer && found.writtenAt === seen.writtenAt;
}

async function changeOf() {
  return (await open()).transaction([...STORES, "chunks"] as const, "readwrite");
}

type Change = Awaited<ReturnType<typeof changeOf>>;

function puts(
  change: Change,
  { files, audioFile, pendingSave, ...draft }: Draft,
  filesToo: boolean,
  saveToo: boolean,
): unknown[] {
  const saves = change.objectStore("saves");
  return [
    change.objectStore("drafts").put(draft),
    pendingSave ? saveToo && saves.put(pendingSave, draft.key) : saves.delete(draft.key),
    filesToo && change.objectStore("pictures").put(files, draft.key),
    filesToo && change.objectStore("pictures").put(audioFile ? [audioFile] : [], recordingOf(draft.key)),
    filesToo && audioFile && change.objectStore("chunks").delete(chunksOf(recordingIdOf(audioFile))),
  ];
}

export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}

/** Deletes a draft. `writer`: only one of this form, since another tab may write on the same day. `writtenAt`: only that write. */
export async function deleteDraft(key: string, writer?: string, writtenAt?: number): Promise<void> {
  const change = (await open()).transaction(STORES, "readwrite");
  const drafts = change.objectStore("drafts");
  const found = await drafts.get(key);
  const newer = writtenAt !== undefined && found?.writtenAt !== writtenAt;
  if (found && !newer && (!writer || found.writer === writer)) {
    const files = change.objectStore("pictures");
    const save = change.objectStore("saves").delete(key);
    await Promise.all([drafts.delete(key), files.delete(key), files.delete(recordingOf(key)), save]);
  }
  await change.done;
}

/** Deletes everything in this browser that does not belong to `userId`. */
export async function deleteForeignDrafts(userId: string): Promise<void> {
  const db = await open();
  for (const draft of await db.getAll("drafts")) if (draft.userId !== userId) await deleteDraft(draft.key);
  for (const chunk of await db.getAll("chunks")) {
    if (chunk.userId !== userId) await db.delete("chunks", [chunk.take, chunk.at]);
  }
  for (const ticket of await db.getAll("tickets"))
    if (ticket.userId !== userId) await db.delete("tickets", ticket.userId);
}

/** Whether there is an interrupted recording. */
export async function anyInterrupted(): Promise<boolean> {
  return (await (await open()).count("chunks")) > 0;
}

/** Whether there is anything unsaved; a recording under way counts. */
export async function anyDrafts(): Promise<boolean> {
  const db = await open();
  return (await db.count("drafts")) + (await db.count("chunks")) > 0;
}
