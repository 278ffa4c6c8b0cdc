// Interrupted recordings: their page could not finish them, so they are in IndexedDB and in no draft.
import type { Place } from "../draft/drafts";
import { isLocked } from "../draft/lock";
import { deleteChunks, readUnfinished, type UnfinishedRecording } from "../draft/sound";
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
  for (const recording of await readUnfinished(place.userId)) {
    const here = place.today || recording.date === place.date || recording.key === `${place.userId}:${place.entryId}`;
    if (!here || recording.recordingId === known || (await isLocked(lockOf(recording.recordingId)))) continue;
    const whole = await withoutBrokenEnd(recording);
    if (whole) found.push({ ...whole, date: recording.date, seconds: Math.round(recording.milliseconds / 1000) });
  }
  return found;
}

async function withoutBrokenEnd({
  recordingId,
  sound,
}: UnfinishedRecording): Promise<{ recordingId: string; file: File } | undefined> {
  const bytes = wholeBytes(new Uint8Array(await sound.arrayBuffer()));
  if (bytes > 0) return { recordingId, file: fileOf(recordingId, sound.slice(0, bytes, sound.type)) };
  await deleteChunks(recordingId);
  return undefined;
}
