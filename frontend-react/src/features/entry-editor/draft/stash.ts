import { type Content, contentIn } from "../state/content";
import type { Editor } from "../state/session";
import { type Draft, isFull, keyOf, type MergeBase, type Place, siblingKey, writeDraft } from "./drafts";

/**
 * Stores `content` under a sibling key, at which no form writes, and offers it. It has no pending save, so it is not sent
 * automatically. Undefined if this device has no space; then nothing is replaced.
 */
export async function stash(
  editor: Editor,
  content: Content,
  { userId, date, entryId, version, base, ticket }: Place & MergeBase & { ticket: string } = editor.target,
): Promise<Draft | undefined> {
  const place = { userId, date, entryId, version, ticket, ...(base && { base }) };
  const writtenAt = Date.now();
  const key = siblingKey(keyOf(place), String(writtenAt));
  const draft = { ...contentIn(content), ...place, key, writer: key, writtenAt };
  try {
    await writeDraft(draft, true);
  } catch (error) {
    console.error(error);
    editor.showError(editor.text(isFull(error) ? "editor.save_line.full" : "editor.save_line.no_storage"));
    editor.fields.field("text")?.focus();
    return undefined;
  }
  editor.offer(draft);
  return draft;
}
