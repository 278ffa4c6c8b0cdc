import { useRef } from "react";
import { useEditor, useEntry, useTool } from "../context";
import { EmojiInput } from "./EmojiInput";

export default function EmojiSection() {
  const { texts, store } = useEditor();
  const emojis = useEntry((state) => state.content.emojis);
  const field = useRef<HTMLInputElement>(null);
  useTool("#emojis", () => field.current?.focus());
  return (
    <EmojiInput
      texts={texts}
      emojis={emojis}
      field={field}
      change={(emojis) => store.dispatch({ type: "edit", fields: { emojis } })}
    />
  );
}
