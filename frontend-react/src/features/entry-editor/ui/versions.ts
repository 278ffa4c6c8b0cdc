// Puts the texts of an earlier version into the editor.

import { deleteDraft } from "../draft/drafts";
import { stash } from "../draft/stash";
import { type Content, contentOf, EMPTY } from "../state/content";
import type { Editor } from "../state/session";

/** The texts of an earlier version. */
export type VersionWords = Pick<Content, (typeof FIELDS)[number] | "summarySource">;

/** A change by the save that replaced a version: `removed` is of the version, `added` is newer, `folded` is equal and has no text. */
export type TextChange = { kind: "same" | "removed" | "added" | "folded"; text: string };

/** The list has only the beginning of long texts; then `isCut` is set. `changes` has the texts that were changed. */
export type Version = VersionWords & {
  version: number;
  replacedAt: string;
  isCut?: boolean;
  changes?: Partial<Record<(typeof FIELDS)[number], TextChange[]>>;
};

/**
 * Restores only the texts; pictures and mood stay. Unsaved text that would be replaced is stashed first, both when the version
 * is restored and when that is undone.
 */
export async function restoreVersion(editor: Editor, version: Version): Promise<void> {
  const before = editor.read();
  const unsaved = hasOtherWords(before, editor.target.saved);
  const stashed = unsaved ? await stash(editor, onlyWords(before)) : undefined;
  if (unsaved && !stashed) return;
  put(editor, { ...EMPTY, ...version });
  const restored = editor.read();
  const undo = async () => {
    const now = editor.read();
    if (hasOtherWords(now, restored) && !(await stash(editor, onlyWords(now)))) return;
    put(editor, before);
    editor.removeNotices("version");
    await editor.autosave.flush();
    if (!stashed || !editor.safe) return;
    editor.removeNotices(stashed.key);
    await deleteDraft(stashed.key);
  };
  editor.notify("version", editor.text("editor.versions.restored"), [
    { label: editor.text("editor.versions.undo"), run: () => void undo() },
  ]);
}

function put(editor: Editor, words: VersionWords): void {
  editor.fill({ ...editor.read(), ...wordsOf(words) });
  editor.changed();
}

/** Whether a field of `now` has a text that differs from `before`. */
function hasOtherWords(now: VersionWords, before: VersionWords): boolean {
  const texts = (words: VersionWords) => FIELDS.map((field) => words[field].trim());
  const known = texts(before);
  return texts(now).some((text, at) => text !== "" && text !== known[at]);
}

/** The texts of `content`, with mood, emojis and visibility of the form, which restoring does not change. */
function onlyWords(content: Content): Content {
  const { mood, emojis, visibility } = content;
  return { ...contentOf(EMPTY), mood, emojis, visibility, ...wordsOf(content) };
}

const FIELDS = ["text", "summary", "topMoment", "audioTranscript"] as const;

function wordsOf({ text, summary, summarySource, topMoment, audioTranscript }: VersionWords): VersionWords {
  return { text, summary, summarySource, topMoment, audioTranscript };
}
