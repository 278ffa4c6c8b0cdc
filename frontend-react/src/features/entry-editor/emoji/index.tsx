import { useRef } from "react";
import { useEditor, useField, useTool } from "../context";
import { EmojiInput } from "./EmojiInput";

export default function EmojiSection() {
  const { texts, store } = useEditor();
  const emojis = useField("emojis");
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
