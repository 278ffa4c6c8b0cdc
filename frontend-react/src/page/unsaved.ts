import type { Draft } from "../editor/drafts";
import { draftDatabase } from "./drafts";

/** The dashboard says so when this device holds text that was never saved, and leads back to it. */
export async function showUnsaved(): Promise<void> {
  const place = document.querySelector<HTMLElement>("[data-unsaved]");
  const { userId } = document.documentElement.dataset;
  if (!place || !userId || !(await draftDatabase())) return;
  const [{ isEmpty }, { readDrafts }, { dayName }, { isHeld }] = await Promise.all([
    import("../editor/content"),
    import("../editor/drafts"),
    import("../editor/save-line"),
    import("../editor/hold"),
  ]);
  const drafts = (await readDrafts(userId)).toSorted((a, b) => b.writtenAt - a.writtenAt);
  const held = await Promise.all(drafts.map(({ key }) => isHeld(key)));
  // What another tab is writing right now is looked after; an entry's emptied form holds nothing that could be saved.
  const newest = drafts.find((draft, at) => !held[at] && !(draft.entryId && isEmpty(draft)));
  if (!newest) return;
  place.querySelector("a")?.setAttribute("href", editorOf(newest));
  place.hidden = false;
  const words = place.querySelector("p");
  if (words) words.textContent = (place.dataset.unsaved ?? "").replace("{date}", dayName(newest.date));
}

/** The page that brings a draft back: its own entry's, or today's, where drafts of other days are offered. */
export function editorOf({ entryId, ticket, date }: Draft): string {
  // Only today's form has a ticket, and a closed day's own page would not open.
  const open = !ticket || date === new Date().toLocaleDateString("sv-SE");
  return entryId && open ? `/edit/${entryId}` : "/create";
}
