// IndexedDB: the account's data on this device that the server does not have yet.
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from "idb";
import type { DayTicket } from "../../../shared/domain";
import type { Save } from "../save/save";
import type { Draft } from "./drafts";
import type { StoredChunk } from "./sound";

interface Schema extends DBSchema {
  drafts: { key: string; value: Omit<Draft, "files" | "audioFile" | "pendingSave"> };
  /** A draft's photos, and under a key of its own its recording: files are large and change seldom. */
  pictures: { key: string; value: File[] };
  /** The saves of drafts that got no answer, with their files. */
  saves: { key: string; value: Save };
  /** The chunks of recordings that no draft holds yet. */
  chunks: { key: [take: string, at: number]; value: StoredChunk };
  /** A person's newest day ticket. */
  tickets: { key: string; value: DayTicket };
}

export type Database = IDBPDatabase<Schema>;

const NAME = "tagesecho";

/** Each version adds stores to the one before. A device may have a database of any earlier version. */
const VERSION = 4;

let opened: Promise<Database> | undefined;
let ended = false;

export function open(): Promise<Database> {
  if (ended) return Promise.reject(new Error("signed out"));
  opened ??= openNewest().catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function openNewest(): Promise<Database> {
  try {
    return await openAt(VERSION);
  } catch (error) {
    // A newer page has upgraded the database; it has every store that this page knows.
    if ((error as DOMException).name === "VersionError") return openAt(undefined);
    throw error;
  }
}

function openAt(version: number | undefined): Promise<Database> {
  return openDB<Schema>(NAME, version, {
    upgrade(db) {
      // A database that was deleted at the wrong moment may have all stores under an earlier version.
      const { objectStoreNames: there } = db;
      if (!there.contains("drafts")) db.createObjectStore("drafts", { keyPath: "key" });
      if (!there.contains("pictures")) db.createObjectStore("pictures");
      if (!there.contains("saves")) db.createObjectStore("saves");
      if (!there.contains("chunks")) db.createObjectStore("chunks", { keyPath: ["take", "at"] });
      if (!there.contains("tickets")) db.createObjectStore("tickets", { keyPath: "userId" });
    },
    // Another tab deletes the database because of a sign-out, or upgrades it.
    blocking(_current, next, event) {
      if (next === null) ended = true;
      opened = undefined;
      (event.target as IDBDatabase).close();
    },
    terminated() {
      opened = undefined;
    },
  });
}

/** Whether this browser has the database; `open` would make it. */
export async function databaseExists(): Promise<boolean> {
  return (await indexedDB.databases()).some(({ name }) => name === NAME);
}

/** Somebody signed out here or in another tab, so a write that fails now loses nothing. */
export function hasEnded(): boolean {
  return ended;
}

/** Deletes the database and blocks further writes in this tab. */
export async function endDatabase(): Promise<void> {
  ended = true;
  (await opened?.catch(() => undefined))?.close();
  await deleteDB(NAME);
}
