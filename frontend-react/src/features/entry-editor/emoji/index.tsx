import { useEditor, useEntry } from "../context";
import { EmojiInput } from "./EmojiInput";

export default function EmojiSection() {
  const { texts, store } = useEditor();
  const emojis = useEntry((state) => state.content.emojis);
  return (
    <EmojiInput
      texts={texts}
      emojis={emojis}
      change={(emojis) => store.dispatch({ type: "edit", fields: { emojis } })}
    />
  );
}
