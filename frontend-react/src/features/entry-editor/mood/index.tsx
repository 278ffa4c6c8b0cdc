import { useRef } from "react";
import { useEditor, useField, useTool } from "../context";
import type { Face } from "./feelings";
import { MoodTracker } from "./MoodTracker";

export default function MoodSection(plan: { pro?: boolean; feelings?: Face[] }) {
  const { texts, store } = useEditor();
  const mood = useField("mood");
  const range = useRef<HTMLInputElement>(null);
  useTool("#mood", () => range.current?.focus());
  return (
    <MoodTracker
      texts={texts}
      mood={mood}
      range={range}
      pro={plan.pro ?? false}
      feelings={plan.feelings ?? []}
      change={(mood) => {
        // The row stays where the mood was taken back, and so does the focus.
        if (!mood.isSet) store.dispatch({ type: "open_row", row: "#mood" });
        store.dispatch({ type: "edit", fields: { mood } });
      }}
    />
  );
}
