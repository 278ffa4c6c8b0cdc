import { useState } from "react";
import { send } from "../../../shared/events";
import { t } from "../../../shared/i18n";
import type { Content } from "../state/content";
import { useEditor, useEntry, useSaveHooks } from "../state/context";
import { leftOut } from "./emoji";

/**
 * Says which emojis the server did not keep: one that is newer than its table is known to this browser only. `of` picks them from
 * what was sent and from what was saved, and their row stays open where it has only that to say. Returns what the field says until it is
 * changed; undefined: nothing was left out.
 */
export function useLeftOut(of: (content: Pick<Content, "emojis" | "mood">) => string): string | undefined {
  const { texts, store } = useEditor();
  const now = useEntry(({ content }) => of(content));
  const [left, setLeft] = useState<{ words: string | undefined; kept: string }>();
  const wordsFor = (emojis: string) => (emojis ? t(texts, "editor.emoji.left_out", { emojis }) : undefined);
  useSaveHooks({
    saved({ sent, entry }) {
      const words = wordsFor(leftOut(of(sent), of(entry)));
      setLeft({ words, kept: of(store.getState().content) });
      if (!words) return;
      store.dispatch({ type: "open_row", row: "#mood" });
      send("app:toast", { title: words, kind: "error" });
    },
    leaving: ({ sent, entry }) => wordsFor(leftOut(of(sent), of(entry))) ?? "",
  });
  return left?.kept === now ? left.words : undefined;
}
