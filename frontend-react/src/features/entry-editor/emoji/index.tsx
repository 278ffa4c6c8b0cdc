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
      change={(emojis) => {
        // The row stays where the last one was taken away, and so does the focus.
        if (emojis === "") store.dispatch({ type: "open_row", row: "#emojis" });
        store.dispatch({ type: "edit", fields: { emojis } });
      }}
    />
  );
}
