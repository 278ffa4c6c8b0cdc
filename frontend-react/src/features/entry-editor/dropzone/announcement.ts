import { type Texts, t } from "../../../shared/i18n";
import type { Arrangement } from "../merge/arrangement";
import type { Change } from "./pictures";

/** The announcement of a change for screen readers; undefined for a change that they read anyway. */
export function announcement(change: Change, { shown }: Arrangement, texts: Texts): string | undefined {
  const n = "picture" in change ? shown.findIndex(({ picture }) => picture === change.picture) + 1 : 0;
  const total = shown.length;
  switch (change.do) {
    case "remove":
      return total === 1
        ? t(texts, "editor.dropzone.said_none")
        : t(texts, "editor.dropzone.said_count", { n: total - 1 });
    case "move":
      return t(texts, "editor.dropzone.said_moved", { n, to: n + change.by, total });
    case "choose":
      return t(texts, "editor.dropzone.said_main", { n });
    default:
      return undefined;
  }
}
