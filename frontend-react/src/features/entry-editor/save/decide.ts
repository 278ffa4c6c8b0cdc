// Lets the person decide between the local and the saved version of an entry.
import type { ReflectionAnswer } from "../../../shared/domain";
import type { MergeBase } from "../draft/drafts";
import { bothRecorded, mergeContents, mergeTexts } from "../merge/merge";
import type { Content } from "../state/content";
import type { Editor } from "../state/session";
import type { Conflict } from "./deliver";

/** `answers`: those of the saved entry; undefined if they could not be loaded. */
type Local = Pick<MergeBase, "base"> & { now: Content; answers: ReflectionAnswer[] | undefined };

/** Undefined: this page cannot show the question. */
export async function decide(editor: Editor, { entry, exists, remote }: Conflict, { now, base, answers }: Local) {
  const local = mergeContents(now, base, remote);
  const choice = await editor.askConflict({ local, remote, chosen: now.visibility, entry, exists, answers });
  if (!choice) return undefined;
  const content = choice === "local" ? local : choice === "merge" ? mergeTexts(local, remote) : remote;
  // An entry has one recording, so the merged content is without the local one.
  return { choice, content, dropsRecording: choice === "merge" && bothRecorded(local) };
}
