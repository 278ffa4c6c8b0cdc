// Names of recordings: of their files, and of their parts in the database.

/** A name for a new recording; later ones are greater. */
export function newTake(): string {
  return `${Date.now()}-${Math.random().toString(36).slice(2, 10)}`;
}

/** The recording that a file holds. */
export function takeOf(file: File): string {
  return file.name.replace(/\.\w+$/, "");
}

/** The keys of all parts of `take`. */
export function partsOf(take: string): IDBKeyRange {
  return IDBKeyRange.bound([take], [take, []]);
}

/** Addresses under which recordings of this page were saved. */
const saved = new Map<string, string>();

/** The server keeps `file` as `recording` from now on. */
export function keptAs(file: Pick<File, "name"> | null, recording: { url: string } | null): void {
  if (file && recording) saved.set(file.name, recording.url);
}

export function isKeptAs(file: File, recording: { url: string }): boolean {
  return saved.get(file.name) === recording.url;
}
