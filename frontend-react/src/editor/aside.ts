import type { Content } from "./content";
import { type Draft, isFull } from "./drafts";
import type { Editor } from "./editor";
import { textField } from "./fields";
import { putAside } from "./offer";

/** The draft that holds `content` now; undefined where this device has no room: then everything stays as it is in the form. */
export async function keptAside(editor: Editor, content: Content): Promise<Draft | undefined> {
  try {
    return await putAside(editor, content);
  } catch (error) {
    console.error(error);
    editor.complain(editor.text(isFull(error) ? "editor.save_line.full" : "editor.save_line.no_storage"));
    textField(editor.form, "text")?.focus();
    return undefined;
  }
}
