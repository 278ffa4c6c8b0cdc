import { useEffect } from "react";
import { whenIdle } from "../../../shared/idle";
import { useEditor, useField } from "../state/context";
import { EmojiInput } from "./EmojiInput";
import { likelyEmojis } from "./emoji";
import { useLeftOut } from "./useLeftOut";

export default function EmojiSection({ suggests = true }: { suggests?: boolean }) {
  const { texts, store } = useEditor();
  const emojis = useField("emojis");
  const leftOut = useLeftOut(({ emojis }) => emojis);
  // Browsers prepare what knows all emojis at its first use, which would make the first one slow.
  useEffect(() => whenIdle(() => void likelyEmojis("☕")), []);
  return (
    <EmojiInput
      texts={texts}
      emojis={emojis}
      suggests={suggests}
      leftOut={leftOut}
      change={(emojis) => {
        // The row stays where the last one was taken away, and so does the focus.
        if (emojis === "") store.dispatch({ type: "open_row", row: "#mood" });
        store.dispatch({ type: "edit", fields: { emojis } });
      }}
    />
  );
}
