// Saves without an answer: what was sent, so that a later try knows its own entry when it meets it.
import type { Arranged } from "./arrangement";
import {
  type Content,
  type Identity,
  sameAlts,
  sameFiles,
  sameRecording,
  sameWords,
  type Voice,
  type Words,
} from "./content";

/** What one try sent; of its files only what tells them apart. */
export type Tried = Omit<Content, "files" | "audioFile"> & { files: Identity[]; audioFile: Identity | null };

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
  const files = content.files.map(identity);
  const audioFile = content.audioFile && identity(content.audioFile);
  const others = (before?.tried ?? []).filter((other) => !isTry(other, content));
  return { tried: [...others, { ...content, files, audioFile }].slice(-MOST) };
}

/** What a server has. */
type Theirs = Words & Voice & Arranged;

function identity({ name, size, lastModified }: File): Identity {
  return { name, size, lastModified };
}

/**
 * The try whose entry is on the server as `theirs`: it arrived, and only its answer was lost. Which answers to questions
 * came with it the entry does not say, so none counts as sent.
 */
export function arrived(outgoing: Outgoing | undefined, theirs: Theirs): Tried | undefined {
  const found = outgoing?.tried.findLast(
    (tried) =>
      sameWords(tried, theirs) &&
      sameAlts(tried, theirs) &&
      (tried.audioFile ? theirs.audio !== null : sameRecording(tried, theirs)),
  );
  return found && { ...found, reflectionAnswers: [] };
}

/** Whether `tried` sent what `content` is. */
export function isTry(tried: Tried, content: Content): boolean {
  return (
    sameWords(tried, content) &&
    sameFiles(tried.files, content.files) &&
    sameRecording(tried, content) &&
    sameAlts(tried, content) &&
    tried.images.join() === content.images.join() &&
    tried.imageOrder.join() === content.imageOrder.join() &&
    tried.mainImageIndex === content.mainImageIndex
  );
}
