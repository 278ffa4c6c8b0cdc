// Interrupted recordings: their page could not finish them, so they are in IndexedDB and in no draft.
import type { Place } from "../draft/drafts";
import { isLocked } from "../draft/lock";
import { deleteChunks, readUnfinished } from "../draft/sound";
import { extension } from "./format";
import type { InterruptedRecording } from "./recorder-state";
import { wholeBytes } from "./whole";

/** The name of the lock that a page holds while it records. */
export function lockOf(recordingId: string): string {
  return `recording:${recordingId}`;
}

export function fileOf(recordingId: string, sound: Blob): File {
  return new File([sound], `${recordingId}.${extension(sound.type)}`, { type: sound.type });
}

/** Newest first. Today's editor shows all interrupted recordings, another day's editor those of that day or entry. */
export async function findInterrupted(
  place: Place & { today: boolean },
  known: string | null,
): Promise<InterruptedRecording[]> {
  const found: InterruptedRecording[] = [];
  for (const { recordingId, key, date, milliseconds, sound } of await readUnfinished(place.userId)) {
    const here = place.today || date === place.date || key === `${place.userId}:${place.entryId}`;
    if (!here || recordingId === known || (await isLocked(lockOf(recordingId)))) continue;
    const bytes = wholeBytes(new Uint8Array(await sound.arrayBuffer()));
    const file = fileOf(recordingId, sound.slice(0, bytes, sound.type));
    if (bytes > 0) found.push({ recordingId, file, date, seconds: Math.round(milliseconds / 1000) });
    else await deleteChunks(recordingId);
  }
  return found;
}
