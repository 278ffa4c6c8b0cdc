// The browser's own database: what of the account is on this device and not on the server yet.
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from "idb";
import type { StoredTicket } from "./day-ticket";
import type { Draft } from "./drafts";
import type { Chunk } from "./sound";

interface Schema extends DBSchema {
  drafts: { key: string; value: Omit<Draft, "files" | "audioFile"> };
  /** The files of a draft, and its recording as another one, apart from it: they are large and change seldom. */
  pictures: { key: string; value: File[] };
  /** The sound of recordings that no draft holds yet. */
  chunks: { key: [take: string, at: number]; value: Chunk };
  /** The newest day ticket of a person, with those of earlier days. */
  tickets: { key: string; value: StoredTicket };
}

export type Database = IDBPDatabase<Schema>;

const NAME = "tagesecho";

/** Each number adds to the stores of the one before; a database of any earlier number may lie on a device. */
const VERSION = 3;

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
    // A newer page has been here; it has every store that this one knows.
    if ((error as DOMException).name === "VersionError") return openAt(undefined);
    throw error;
  }
}

function openAt(version: number | undefined): Promise<Database> {
  return openDB<Schema>(NAME, version, {
    upgrade(db) {
      // One that was deleted at the wrong moment may have them all under an earlier number.
      const { objectStoreNames: there } = db;
      if (!there.contains("drafts")) db.createObjectStore("drafts", { keyPath: "key" });
      if (!there.contains("pictures")) db.createObjectStore("pictures");
      if (!there.contains("chunks")) db.createObjectStore("chunks", { keyPath: ["take", "at"] });
      if (!there.contains("tickets")) db.createObjectStore("tickets", { keyPath: "userId" });
    },
    // Another tab signs out and deletes the database, or has a newer page that changes it.
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

/** Somebody signed out here or in another tab: what is not kept any more is not missed. */
export function hasEnded(): boolean {
  return ended;
}

/** Removes everything and lets nothing be written any more in this tab. */
export async function endDatabase(): Promise<void> {
  ended = true;
  (await opened?.catch(() => undefined))?.close();
  await deleteDB(NAME);
}
