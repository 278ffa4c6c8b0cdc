import { parse, type Texts, t } from "../../shared/i18n";
import { databaseExists } from "../entry-editor/draft/database";
import { isOfMissedDay, pageOfMissedDay } from "../entry-editor/draft/day-ticket";
import { type Draft, readDrafts } from "../entry-editor/draft/drafts";
import { isLocked } from "../entry-editor/draft/lock";
import { readUnfinished } from "../entry-editor/draft/sound";
import { isEmpty } from "../entry-editor/state/content";
import { NAMED } from "../entry-editor/state/visibility";
import { dayName } from "../entry-editor/times";

/**
 * Fills the notice that this device has unsaved drafts, with a link to the editor. The dashboard's notice is about the newest
 * draft, an entry page's (`data-alone`) about that entry only. The entry's card is marked by the style sheet through
 * `data-unsaved-entry`, because the card may be loaded later.
 */
export async function showUnsavedNotice(): Promise<void> {
  const place = document.querySelector<HTMLElement>("[data-unsaved]");
  const { userId } = document.documentElement.dataset;
  if (!place || !userId || !(await databaseExists())) return;
  const drafts = (await readDrafts(userId)).toSorted((a, b) => b.writtenAt - a.writtenAt);
  const held = await Promise.all(drafts.map(({ key }) => isLocked(key)));
  // A draft that another tab is writing is not lost, and an entry's emptied form has nothing to save.
  const lost = drafts.filter((draft, at) => !held[at] && !(draft.entryId && isEmpty(draft)));
  const { unsaved, unsavedRecording, entry, date, alone } = place.dataset;
  const ofEntry = lost.find((draft) => (draft.entryId ? draft.entryId === entry : draft.date === date));
  document.documentElement.toggleAttribute("data-unsaved-entry", entry !== undefined && ofEntry !== undefined);
  const shown = alone === undefined ? lost[0] : ofEntry;
  const texts = parse<Texts>(document.body.dataset.toastTexts, {});
  if (shown) return show(place, unsaved, dayName(shown.date), editorOf(shown), t(texts, NAMED[shown.visibility]));
  if (unsavedRecording === undefined || (await readUnfinished(userId)).length === 0) return;
  // There may be no draft with it; today's editor offers all of them, the newest first.
  const { findInterrupted } = await import("../entry-editor/recorder/interrupted");
  const [recording] = await findInterrupted({ userId, date: "", entryId: null, today: true }, null);
  if (recording) show(place, unsavedRecording, dayName(recording.date), "/create");
}

function show(place: HTMLElement, words = "", date: string, href: string, readers = ""): void {
  place.querySelector("a")?.setAttribute("href", href);
  place.hidden = false;
  const line = place.querySelector("p");
  if (line) line.textContent = [words.replace("{date}", date), readers].filter(Boolean).join(" ");
}

/** The editor page that opens a draft: the entry's own, that of its missed day, or today's, which offers the drafts of other days. */
export function editorOf({ entryId, ticket, date }: Draft): string {
  const missed = !entryId && isOfMissedDay(ticket) && pageOfMissedDay(date);
  if (missed) return missed;
  // A draft with a ticket was written on its own day; once that day is over, the entry's own editor would not open.
  const open = !ticket || date === new Date().toLocaleDateString("sv-SE");
  return entryId && open ? `/edit/${entryId}` : "/create";
}
