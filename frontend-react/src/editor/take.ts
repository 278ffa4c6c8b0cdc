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
