import { type Texts, t } from "../../../shared/i18n";
import type { Arrangement } from "../merge/arrangement";
import { type Change, canMove } from "./pictures";

/** The announcement of a change for screen readers; empty for a change that they read anyway. */
export function announcement(change: Change, { shown }: Arrangement, texts: Texts): string | undefined {
  if (change.do === "add") return undefined;
  const at = shown.findIndex(({ picture }) => picture === change.picture);
  const total = shown.length;
  if (change.do === "remove") {
    return total === 1
      ? t(texts, "editor.dropzone.said_none")
      : t(texts, "editor.dropzone.said_count", { n: total - 1 });
  }
  if (change.do === "move" && canMove({ shown, main: 0 }, at, change.by)) {
    return t(texts, "editor.dropzone.said_moved", { n: at + 1, to: at + 1 + change.by, total });
  }
  if (change.do === "choose") return t(texts, "editor.dropzone.said_main", { n: at + 1 });
  return undefined;
}
