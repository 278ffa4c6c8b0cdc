// Before everybody may read an entry, its person is asked once, as on the entry's page (product 1.6).
import { ask } from "../../../shared/ui/ask";
import type { MergeBase, Place } from "../draft/drafts";
import type { Content } from "../state/content";
import type { Editor } from "../state/session";

type Target = Pick<Place, "entryId"> & Pick<MergeBase, "base">;

/** Whether the save may go on; undefined: there is nothing to ask. `target`: what is saved over, which may be public already. */
export function askPublic(editor: Editor, { visibility }: Content, target: Target): Promise<boolean> | undefined {
  if (visibility !== "public") {
    editor.agreedToPublic = false;
    return undefined;
  }
  const isPublic = target.entryId !== null && target.base?.visibility === "public";
  return isPublic || editor.agreedToPublic ? undefined : askOnce(editor);
}

async function askOnce(editor: Editor): Promise<boolean> {
  const [question, yes] = [editor.text("entry.visibility_public_ask"), editor.text("entry.visibility_public_yes")];
  editor.agreedToPublic = await editor.occupied(() => ask(question, yes, editor.text("app.cancel"), "button-main"));
  return editor.agreedToPublic;
}
