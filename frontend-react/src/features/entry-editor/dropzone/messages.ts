// Words about the photos: announcements for screen readers, and toasts.
import { send } from "../../../shared/events";
import { type Key, type Texts, t } from "../../../shared/i18n";
import type { Arrangement } from "../merge/arrangement";
import type { Change, Refusal } from "./pictures";

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

const TEXTS: Record<Refusal, [title: Key, text: Key]> = {
  invalid: ["editor.dropzone.invalid_title", "editor.dropzone.invalid_text"],
  format: ["editor.dropzone.invalid_title", "editor.dropzone.format_text"],
  heic: ["editor.dropzone.invalid_title", "editor.dropzone.heic_text"],
  large: ["editor.dropzone.large_title", "editor.dropzone.large_text"],
  many: ["editor.dropzone.many_title", "editor.dropzone.many_text"],
  duplicate: ["editor.dropzone.duplicate_title", "editor.dropzone.duplicate_text"],
};

/** One toast for all reasons, since only one is visible at a time. `taken`: as many of too many were added. */
export function refuse(refused: Refusal[], texts: Texts, limit: number, taken = 0): void {
  const first = refused[0];
  if (!first) return;
  const [title] = TEXTS[first];
  const words = refused.map((refusal) => {
    const why = t(texts, TEXTS[refusal][1], { n: limit });
    if (refusal !== "many" || taken === 0) return why;
    return `${why}. ${t(texts, "editor.dropzone.first_text", { n: taken })}`;
  });
  const description = words.join(" ");
  send("app:toast", { title: t(texts, title), description, kind: "error" });
}
