type Options = { type?: string; bytes?: number; lastModified?: number };

/** A file that says it is so large without holding the bytes. */
export function file(name: string, { type = "image/jpeg", bytes = 1000, lastModified = 1 }: Options = {}): File {
  const made = new File(["x"], name, { type, lastModified });
  Object.defineProperty(made, "size", { value: bytes });
  return made;
}
