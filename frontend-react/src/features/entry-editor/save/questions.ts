// Questions to the person about a save.
import type { ReflectionAnswer } from "../../../shared/domain";
import { ask } from "../../../shared/ui/ask";
import type { MergeBase, Place } from "../draft/drafts";
import { bothRecorded, mergeContents, mergeTexts } from "../merge/merge";
import type { Content } from "../state/content";
import type { Editor } from "../state/session";
import type { Conflict } from "./deliver";

type Target = Pick<Place, "entryId"> & Pick<MergeBase, "base">;

/**
 * Before everybody may read an entry, its person is asked once, as on the entry's page (product 1.6). Whether the save may go on;
 * undefined: there is nothing to ask. `target`: what is saved over, which may be public already.
 */
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

/** `answers`: those of the saved entry; undefined if they could not be loaded. */
type Local = Pick<MergeBase, "base"> & { now: Content; answers: ReflectionAnswer[] | undefined };

/** Lets the person decide between the local and the saved version of an entry. Undefined: this page cannot show the question. */
export async function decide(editor: Editor, { entry, exists, remote }: Conflict, { now, base, answers }: Local) {
  const local = mergeContents(now, base, remote);
  const choice = await editor.askConflict({ local, remote, chosen: now.visibility, entry, exists, answers });
  if (!choice) return undefined;
  const content = choice === "local" ? local : choice === "merge" ? mergeTexts(local, remote) : remote;
  // An entry has one recording, so the merged content is without the local one.
  return { choice, content, dropsRecording: choice === "merge" && bothRecorded(local) };
}
