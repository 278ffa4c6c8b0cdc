import { draftDatabase } from "./drafts";

/** The dashboard says so when this device holds text that was never saved, and leads back to it. */
export async function showUnsaved(): Promise<void> {
  const place = document.querySelector<HTMLElement>("[data-unsaved]");
  const { userId } = document.documentElement.dataset;
  if (!place || !userId || !(await draftDatabase())) return;
  const [{ readDrafts }, { dayName }, { isHeld }] = await Promise.all([
    import("../editor/drafts"),
    import("../editor/save-line"),
    import("../editor/hold"),
  ]);
  const drafts = (await readDrafts(userId)).toSorted((a, b) => b.writtenAt - a.writtenAt);
  const held = await Promise.all(drafts.map(({ key }) => isHeld(key)));
  // What another tab is writing right now is looked after.
  const newest = drafts.find((_, at) => !held[at]);
  if (!newest) return;
  place.querySelector("a")?.setAttribute("href", newest.entryId ? `/edit/${newest.entryId}` : "/create");
  place.hidden = false;
  const words = place.querySelector("p");
  if (words) words.textContent = (place.dataset.unsaved ?? "").replace("{date}", dayName(newest.date));
}
