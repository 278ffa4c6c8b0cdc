// Recordings that their page could not finish: what is in the database and in no draft.
import type { Place } from "../../editor/drafts";
import { isHeld } from "../../editor/hold";
import { deleteTake, readTakes, type Take } from "../../editor/sound";
import { ending } from "./format";
import type { Found } from "./machine";
import { wholeBytes } from "./whole";

/** The name of the lock that the page holds which is recording. */
export function lockOf(take: string): string {
  return `recording:${take}`;
}

export function fileOf(take: string, sound: Blob): File {
  return new File([sound], `${take}.${ending(sound.type)}`, { type: sound.type });
}

/** What belongs here, newest first: where somebody writes today everything, on another day's page what is about it. */
export async function findInterrupted(place: Place & { today: boolean }, known: string | null): Promise<Found[]> {
  const found: Found[] = [];
  for (const take of await readTakes(place.userId)) {
    const here = place.today || take.date === place.date || take.key === `${place.userId}:${place.entryId}`;
    if (!here || take.take === known || (await isHeld(lockOf(take.take)))) continue;
    const whole = await cut(take);
    if (whole) found.push({ ...whole, date: take.date, seconds: Math.round(take.milliseconds / 1000) });
  }
  return found;
}

async function cut({ take, sound }: Take): Promise<{ take: string; file: File } | undefined> {
  const bytes = wholeBytes(new Uint8Array(await sound.arrayBuffer()));
  if (bytes > 0) return { take, file: fileOf(take, sound.slice(0, bytes, sound.type)) };
  await deleteTake(take);
  return undefined;
}
