// Recordings under way in IndexedDB: a second at a time, until a draft holds the whole.
import { open } from "./database";
import { keyOf, type Place } from "./drafts";
import { partsOf } from "./take";

/** A part of a recording as the browser gave it; only all of them in a row can be played. */
export type Chunk = {
  /** The recording it is of, which is also the name of its file without the ending. */
  take: string;
  at: number;
  userId: string;
  /** The draft that the recording is for. */
  key: string;
  date: string;
  contentType: string;
  /** Length of the recording with this part. */
  milliseconds: number;
  data: Blob;
};

/** A recording as far as it came. */
export type Take = Omit<Chunk, "at" | "data"> & { sound: Blob };

export function partOf(take: string, place: Place): Pick<Chunk, "take" | "userId" | "key" | "date"> {
  return { take, userId: place.userId, key: keyOf(place), date: place.date };
}

export async function writeChunk(chunk: Chunk): Promise<void> {
  const change = (await open()).transaction("chunks", "readwrite");
  const written = change.store.put(chunk);
  // The page may be on its way out and never hear that the write succeeded.
  change.commit();
  await Promise.all([written, change.done]);
}

/** Newest first. */
export async function readTakes(userId: string): Promise<Take[]> {
  const all = (await (await open()).getAll("chunks")).filter((chunk) => chunk.userId === userId);
  const names = [...new Set(all.map(({ take }) => take))].toSorted().toReversed();
  return names.flatMap((name) => {
    const parts = all.filter(({ take }) => take === name);
    const { at: _, data: __, ...last } = parts[parts.length - 1] as Chunk;
    return { ...last, sound: new Blob(unbroken(parts), { type: last.contentType }) };
  });
}

/** What stands before the first part that is missing. */
function unbroken(parts: Chunk[]): Blob[] {
  const end = parts.findIndex(({ at }, place) => at !== place);
  return (end < 0 ? parts : parts.slice(0, end)).map(({ data }) => data);
}

export async function deleteTake(take: string): Promise<void> {
  await (await open()).delete("chunks", partsOf(take));
}
