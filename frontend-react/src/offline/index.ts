// The page for when there is no connection: opens what is unsaved here, or a new day, in the editor's own form.
import type { DayTicket } from "../domain";
import { flushAll } from "../editor/autosave";
import { EMPTY, type Saved } from "../editor/content";
import { dayAt, readDayTicket } from "../editor/day-ticket";
import { type Draft, readDrafts } from "../editor/drafts";
import { dayName } from "../editor/save-line";
import { limited } from "../limited";
import { reload, replace } from "../navigate";
import { awaitPage, isFirstTry } from "../page/awaited";
import "../editor";

/** Milliseconds between looks for the connection, at first and at most. */
const PAUSE = { first: 2000, most: 60_000 };

/** Milliseconds that a look may take. */
const PATIENCE = 5000;

export async function openOffline(place: HTMLElement): Promise<void> {
  watchConnection(place);
  if (location.pathname === "/offline" && (await isReachable())) return replace("/create");
  const ticket = await readDayTicket();
  const template = place.querySelector("template");
  const form = template?.content.querySelector<HTMLElement>("entry-form");
  if (!ticket || !form) return only(place, "nobody");
  const today = dayAt(Date.now(), ticket);
  const drafts = await readDrafts(ticket.userId);
  const draft = choose(drafts, location.pathname, today);
  if (!draft && entryOf(location.pathname)) return elsewhere(place, drafts, ticket, today);
  Object.assign(form.dataset, { userId: ticket.userId, ...placeOf(draft, ticket, today) });
  const headline = place.querySelector("[data-offline-date]");
  if (headline) headline.textContent = dayName(form.dataset.date ?? today);
  template?.replaceWith(document.importNode(form, true));
}

/** The draft of the entry that was asked for; else, unless one was asked for, the newest of today; none: a new one. */
export function choose(drafts: Draft[], path: string, today: string): Draft | undefined {
  const newest = drafts.toSorted((a, b) => b.writtenAt - a.writtenAt);
  const asked = entryOf(path);
  return newest.find(({ entryId, date }) => (asked ? entryId === asked : date === today));
}

function entryOf(path: string): string | undefined {
  return /^\/edit\/([^/]+)$/.exec(path)?.[1];
}

/** A saved entry is not here: no form that looks as if it were empty, but the way to what can be written. */
function elsewhere(place: HTMLElement, drafts: Draft[], paper: DayTicket, today: string): void {
  only(place, "entry");
  const begun = drafts.some(({ date }) => date === today);
  const isFree = paper.date !== today || !paper.entryId;
  if (begun) reveal(place, "today");
  else if (isFree) reveal(place, "new");
}

/** Says why there is no form. */
function only(place: HTMLElement, why: "nobody" | "entry"): void {
  reveal(place, why);
  place.querySelector("[data-offline-hint]")?.remove();
}

function reveal(place: HTMLElement, name: string): HTMLElement | null {
  const part = place.querySelector<HTMLElement>(`[data-offline-${name}]`);
  part?.removeAttribute("hidden");
  return part;
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

/** Looks whether the connection is back: when the browser says so, when the page is seen again, and from time to time. */
function watchConnection(place: HTMLElement): void {
  let pause = PAUSE.first;
  let timer: ReturnType<typeof setTimeout>;
  const ended = new AbortController();
  const look = async () => {
    clearTimeout(timer);
    if (!place.isConnected) return ended.abort();
    if (document.visibilityState === "visible" && (await isReachable())) {
      ended.abort();
      goOn(place);
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(() => void look(), pause);
    pause = Math.min(2 * pause, PAUSE.most);
  };
  const now = () => {
    pause = PAUSE.first;
    void look();
  };
  window.addEventListener("online", now, { signal: ended.signal });
  document.addEventListener("visibilitychange", now, { signal: ended.signal });
  timer = setTimeout(() => void look(), pause);
}

/**
 * Nothing is written here: the page itself comes. Who is writing is not interrupted, and goes on there when they like; so
 * does who has this page for a second time, because the page itself is slow to come.
 */
function goOn(place: HTMLElement): void {
  const isWritten = place.querySelector<HTMLTextAreaElement>("entry-form textarea")?.value.trim();
  if (!isWritten && isFirstTry()) {
    void loadPage();
    return;
  }
  for (const words of place.querySelectorAll<HTMLElement>("[data-back]")) words.textContent = words.dataset.back ?? "";
  const way = reveal(place, "go")?.querySelector("button");
  way?.addEventListener("click", async () => {
    await flushAll();
    await loadPage();
  });
}

async function loadPage(): Promise<void> {
  await awaitPage();
  reload();
}

async function isReachable(): Promise<boolean> {
  try {
    return (await fetch("/livez", { cache: "no-store", signal: limited(PATIENCE) })).ok;
  } catch {
    return false;
  }
}
