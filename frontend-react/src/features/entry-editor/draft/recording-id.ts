// Ids of recordings, which name their files and their chunks in IndexedDB.

/** Ids of later recordings sort after those of earlier ones. */
export function newRecordingId(): string {
  return `${Date.now()}-${Math.random().toString(36).slice(2, 10)}`;
}

/** The id of the recording in `file`. */
export function recordingIdOf(file: File): string {
  return file.name.replace(/\.\w+$/, "");
}

/** The key range of all chunks of a recording. */
export function chunksOf(recordingId: string): IDBKeyRange {
  return IDBKeyRange.bound([recordingId], [recordingId, []]);
}

/** The URLs under which the server saved recordings of this page, by file name. */
const savedUrls = new Map<string, string>();

/** The server has saved `file` as `recording`. */
export function markSaved(file: Pick<File, "name"> | null, recording: { url: string } | null): void {
  if (file && recording) savedUrls.set(file.name, recording.url);
}

export function isSavedAs(file: File, recording: { url: string }): boolean {
  return savedUrls.get(file.name) === recording.url;
}
