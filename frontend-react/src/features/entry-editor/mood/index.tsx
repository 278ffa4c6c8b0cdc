import { useEditor, useEntry } from "../context";
import type { Face } from "./feelings";
import { MoodTracker } from "./MoodTracker";

export default function MoodSection(plan: { pro?: boolean; feelings?: Face[] }) {
  const { texts, store } = useEditor();
  const mood = useEntry((state) => state.content.mood);
  return (
    <MoodTracker
      texts={texts}
      mood={mood}
      pro={plan.pro ?? false}
      feelings={plan.feelings ?? []}
      change={(mood) => store.dispatch({ type: "edit", fields: { mood } })}
    />
  );
}
