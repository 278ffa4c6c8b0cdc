// Unsaved work in IndexedDB: one draft per person and day, or per person and entry.
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from "idb";
import type { Content } from "./content";

/** Where a form will be saved. */
export type Place = { userId: string; date: string; entryId: string | null };

export type Draft = Content &
  Place & {
    key: string;
    /** The version that the writing started from; null where there was no entry yet. */
    version: number | null;
    ticket: string;
    /** The form that wrote it. */
    writer: string;
    /** Milliseconds. */
    writtenAt: number;
  };

type Stored = Omit<Draft, "files">;

interface Schema extends DBSchema {
  drafts: { key: string; value: Stored };
  /** The files of a draft, apart from it: they are large and change seldom. */
  pictures: { key: string; value: File[] };
}

const NAME = "tagesecho";
const STORES = ["drafts", "pictures"] as const;

let opened: Promise<IDBPDatabase<Schema>> | undefined;
let ended = false;

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

export async function readDrafts(userId: string): Promise<Draft[]> {
  const stores = (await open()).transaction(STORES);
  const all = await stores.objectStore("drafts").getAll();
  const drafts = all.filter((draft) => draft.userId === userId);
  return Promise.all(
    drafts.map(async (draft) => ({ ...draft, files: (await stores.objectStore("pictures").get(draft.key)) ?? [] })),
  );
}

export async function writerAt(key: string): Promise<string | undefined> {
  return (await (await open()).get("drafts", key))?.writer;
}

/** `files` are written only when they are others than before. */
export async function writeDraft({ files, ...draft }: Draft, filesToo: boolean): Promise<void> {
  const change = (await open()).transaction(STORES, "readwrite");
  const written = [
    change.objectStore("drafts").put(draft),
    filesToo && change.objectStore("pictures").put(files, draft.key),
    change.done,
  ];
  // The page may be on its way out and never hear that the writes succeeded.
  change.commit();
  await Promise.all(written);
}

/** With `writer`, only a draft that this form wrote: another tab may be writing on the same day. */
export async function deleteDraft(key: string, writer?: string): Promise<void> {
  const change = (await open()).transaction(STORES, "readwrite");
  const drafts = change.objectStore("drafts");
  const found = await drafts.get(key);
  if (found && (!writer || found.writer === writer)) {
    await Promise.all([drafts.delete(key), change.objectStore("pictures").delete(key)]);
  }
  await change.done;
}

/** What others left in this browser goes when `userId` is signed in. */
export async function deleteForeignDrafts(userId: string): Promise<void> {
  const all = await (await open()).getAll("drafts");
  for (const draft of all) if (draft.userId !== userId) await deleteDraft(draft.key);
}

export async function anyDrafts(): Promise<boolean> {
  return (await (await open()).count("drafts")) > 0;
}

/** Removes everything and lets nothing be written any more in this tab. */
export async function endDrafts(): Promise<void> {
  ended = true;
  (await opened?.catch(() => undefined))?.close();
  await deleteDB(NAME);
}

function open(): Promise<IDBPDatabase<Schema>> {
  if (ended) return Promise.reject(new Error("signed out"));
  opened ??= openDB<Schema>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore("drafts", { keyPath: "key" });
      db.createObjectStore("pictures");
    },
    // Another tab signs out and deletes the database.
    blocking(_current, _next, event) {
      ended = true;
      (event.target as IDBDatabase).close();
    },
    terminated() {
      opened = undefined;
    },
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}
