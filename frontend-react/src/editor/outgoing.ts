// Saves without an answer: what was sent, so that a later try knows its own entry when it meets it.
import { type Content, sameFiles, sameWords, type Words } from "./content";

/** What one try sent; of its files only what tells them apart. */
export type Tried = Omit<Content, "files"> & { files: Pick<File, "name" | "size" | "lastModified">[] };

/** The person wants it saved, and no answer came so far: it is sent when there is a connection. */
export type Outgoing = {
  tried: Tried[];
  /** The server said something that the person has to decide about; nothing is sent behind their back any more. */
  asks?: true;
};

/** Tries that are remembered; a person does not press more often while nothing answers. */
const MOST = 8;

/** With one more try. */
export function tryOf(content: Content, before: Outgoing | undefined): Outgoing {
  const files = content.files.map(({ name, size, lastModified }) => ({ name, size, lastModified }));
  const others = (before?.tried ?? []).filter((other) => !isTry(other, content));
  return { tried: [...others, { ...content, files }].slice(-MOST) };
}

/** The try whose entry is on the server as `theirs`: it arrived, and only its answer was lost. */
export function arrived(outgoing: Outgoing | undefined, theirs: Words & { images: string[] }): Tried | undefined {
  return outgoing?.tried.findLast(
    (tried) => sameWords(tried, theirs) && tried.images.length + tried.files.length === theirs.images.length,
  );
}

/** Whether `tried` sent what `content` is. */
export function isTry(tried: Tried, content: Content): boolean {
  return (
    sameWords(tried, content) &&
    sameFiles(tried.files, content.files) &&
    tried.images.join() === content.images.join() &&
    tried.mainImageIndex === content.mainImageIndex
  );
}
