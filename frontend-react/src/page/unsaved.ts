import type { Draft } from "../editor/drafts";
import { draftDatabase } from "./drafts";

/**
 * The dashboard says so when this device holds text that was never saved, and leads back to it; the page of an entry does for
 * that entry's alone. The card of that entry shows it by the style sheet: it may come later, with another list.
 */
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
  const lost = drafts.filter((draft, at) => !held[at] && !(draft.entryId && isEmpty(draft)));
  const { unsaved, unsavedRecording, entry, date, alone } = place.dataset;
  const ofEntry = lost.find((draft) => (draft.entryId ? draft.entryId === entry : draft.date === date));
  document.documentElement.toggleAttribute("data-unsaved-entry", entry !== undefined && ofEntry !== undefined);
  const shown = alone === undefined ? lost[0] : ofEntry;
  if (shown) return show(place, unsaved, dayName(shown.date), editorOf(shown));
  if (unsavedRecording === undefined) return;
  const recording = await interrupted(userId);
  if (recording) show(place, unsavedRecording, dayName(recording.date), "/create");
}

function show(place: HTMLElement, words = "", date: string, href: string): void {
  place.querySelector("a")?.setAttribute("href", href);
  place.hidden = false;
  const line = place.querySelector("p");
  if (line) line.textContent = words.replace("{date}", date);
}

/** A recording that its page could not finish; nobody may have written a word beside it. Today's page offers them all. */
async function interrupted(userId: string): Promise<{ date: string } | undefined> {
  const { readTakes } = await import("../editor/sound");
  if ((await readTakes(userId)).length === 0) return undefined;
  const { findInterrupted } = await import("../islands/recorder/interrupted");
  const [newest] = await findInterrupted({ userId, date: "", entryId: null, today: true }, null);
  return newest;
}

/** The page that brings a draft back: its own entry's, or today's, where drafts of other days are offered. */
export function editorOf({ entryId, ticket, date }: Draft): string {
  // Only today's form has a ticket, and a closed day's own page would not open.
  const open = !ticket || date === new Date().toLocaleDateString("sv-SE");
  return entryId && open ? `/edit/${entryId}` : "/create";
}
