import type { Content } from "./content";
import { type Draft, isFull } from "./drafts";
import { stashAndOffer } from "./offer";
import type { Editor } from "./session";

/** Stores `content` as a stashed draft. Undefined if this device has no space; then the form keeps it. */
export async function stash(editor: Editor, content: Content): Promise<Draft | undefined> {
  try {
    return await stashAndOffer(editor, content);
  } catch (error) {
    console.error(error);
    editor.complain(editor.text(isFull(error) ? "editor.save_line.full" : "editor.save_line.no_storage"));
    editor.fields.field("text")?.focus();
    return undefined;
  }
}
