// The page for when there is no connection: opens what is unsaved here, or a new day, in the editor's own form.
import type { DayTicket } from "../domain";
import { EMPTY, type Saved } from "../editor/content";
import { dayAt, readDayTicket } from "../editor/day-ticket";
import { type Draft, readDrafts } from "../editor/drafts";
import { dayName } from "../editor/save-line";
import { reload, replace } from "../navigate";
import "../editor";

export async function openOffline(place: HTMLElement): Promise<void> {
  window.addEventListener("online", () => void sayBack(place));
  if (location.pathname === "/offline" && (await isReachable())) return replace("/create");
  const ticket = await readDayTicket();
  const template = place.querySelector("template");
  const form = template?.content.querySelector<HTMLElement>("entry-form");
  if (!ticket || !form) {
    place.querySelector("[data-offline-nobody]")?.removeAttribute("hidden");
    place.querySelector("[data-offline-hint]")?.remove();
    return;
  }
  const today = dayAt(Date.now(), ticket);
  const draft = choose(await readDrafts(ticket.userId), location.pathname, today);
  Object.assign(form.dataset, { userId: ticket.userId, ...placeOf(draft, ticket, today) });
  const headline = place.querySelector("[data-offline-date]");
  if (headline) headline.textContent = dayName(form.dataset.date ?? today);
  template?.replaceWith(document.importNode(form, true));
}

/** The draft of the entry that was asked for, else the newest of today; none: a new one. */
export function choose(drafts: Draft[], path: string, today: string): Draft | undefined {
  const newest = drafts.toSorted((a, b) => b.writtenAt - a.writtenAt);
  const asked = newest.find(({ entryId }) => entryId && path === `/edit/${entryId}`);
  return asked ?? newest.find(({ date }) => date === today);
}

function placeOf(draft: Draft | undefined, paper: DayTicket, today: string): Record<string, string> {
  // A ticket speaks for its own day only.
  const ticketOf = (day: string) => draft?.ticket || (paper.date === day ? paper.ticket : "");
  if (!draft?.entryId) {
    const saved: Saved = { ...EMPTY, visibility: paper.visibility };
    return { mode: "create", date: today, ticket: ticketOf(today), saved: JSON.stringify(saved) };
  }
  // What the server has of an entry is not known here (no `data-saved`). The draft brings its version along; what is
  // written without the draft, while another tab has it, replaces no version at all.
  const { entryId, date } = draft;
  return { mode: "edit", date, entryId, version: "0", ticket: ticketOf(date) };
}

async function sayBack(place: HTMLElement): Promise<void> {
  const hint = place.querySelector<HTMLElement>("[data-offline-hint]");
  if (!(await isReachable())) return;
  if (hint) hint.textContent = hint.dataset.back ?? "";
  // Nobody was signed in here, as far as this page could tell; the server knows.
  else reload();
}

async function isReachable(): Promise<boolean> {
  try {
    return (await fetch("/livez", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
