// Recordings under way in IndexedDB: one chunk a second, until a draft holds the whole recording.
import { open } from "./database";
import { keyOf, type Place } from "./drafts";
import { chunksOf } from "./recording-id";

/** A part of a recording as the browser gave it. Only all chunks in a row can be played. */
export type Chunk = {
  /** The recording's id, which is also the name of its file without the extension. */
  recordingId: string;
  at: number;
  userId: string;
  /** The draft that the recording is for. */
  key: string;
  date: string;
  contentType: string;
  /** Length of the recording up to the end of this chunk. */
  milliseconds: number;
  data: Blob;
};

/** A chunk as it is stored: `take` is the recording's id, and part of the key. */
export type StoredChunk = Omit<Chunk, "recordingId"> & { take: string };

/** A recording as far as its chunks go. */
export type UnfinishedRecording = Omit<Chunk, "at" | "data"> & { sound: Blob };

export function chunkInfo(recordingId: string, place: Place): Pick<Chunk, "recordingId" | "userId" | "key" | "date"> {
  return { recordingId, userId: place.userId, key: keyOf(place), date: place.date };
}

export async function writeChunk({ recordingId, ...chunk }: Chunk): Promise<void> {
  const change = (await open()).transaction("chunks", "readwrite");
  const written = change.store.put({ take: recordingId, ...chunk });
  // The page may be closing and never hear that the write succeeded.
  change.commit();
  await Promise.all([written, change.done]);
}

/** Newest first. */
export async function readUnfinished(userId: string): Promise<UnfinishedRecording[]> {
  const all = (await (await open()).getAll("chunks")).filter((chunk) => chunk.userId === userId);
  const ids = [...new Set(all.map(({ take }) => take))].toSorted().toReversed();
  return ids.map((recordingId) => {
    const chunks = all.filter(({ take }) => take === recordingId);
    const { at: _, data: __, take: ___, ...last } = chunks[chunks.length - 1] as StoredChunk;
    return { recordingId, ...last, sound: new Blob(unbroken(chunks), { type: last.contentType }) };
  });
}

/** The chunks before the first gap. */
function unbroken(chunks: StoredChunk[]): Blob[] {
  const end = chunks.findIndex(({ at }, place) => at !== place);
  return (end < 0 ? chunks : chunks.slice(0, end)).map(({ data }) => data);
}

export async function deleteChunks(recordingId: string): Promise<void> {
  await (await open()).delete("chunks", chunksOf(recordingId));
}
