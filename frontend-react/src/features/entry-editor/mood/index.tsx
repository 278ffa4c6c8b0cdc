import { useRef } from "react";
import { hasMood } from "../../../shared/mood";
import { useLeftOut } from "../emoji/useLeftOut";
import { useEditor, useField, useTool } from "../state/context";
import type { Face } from "./Feelings";
import { MoodTracker } from "./MoodTracker";

export default function MoodSection(plan: { pro?: boolean; proHint?: boolean; feelings?: Face[] }) {
  const { texts, store } = useEditor();
  const mood = useField("mood");
  const range = useRef<HTMLInputElement>(null);
  useTool("#mood", () => {
    range.current?.focus({ preventScroll: true });
    range.current?.closest("[data-tool-row]")?.scrollIntoView?.({ block: "nearest" });
  });
  useLeftOut(({ mood }) => mood.customEmoji ?? "");
  return (
    <MoodTracker
      texts={texts}
      mood={mood}
      range={range}
      pro={plan.pro ?? false}
      proHint={plan.proHint ?? false}
      feelings={plan.feelings ?? []}
      change={(mood) => {
        // The row stays where the mood was taken back, and so does the focus.
        if (!hasMood(mood)) store.dispatch({ type: "open_row", row: "#mood" });
        store.dispatch({ type: "edit", fields: { mood } });
      }}
    />
  );
}
