// The offline page: opens an unsaved draft of this device, or a new entry, in the editor's own form.

import type { DayTicket } from "../../shared/domain";
import { textsAround } from "../../shared/i18n";
import { limited } from "../../shared/limited";
import { reload, replace } from "../../shared/navigate";
import { allowSlowPage, mayReload } from "../../shared/reload-guard";
import { flushAll } from "../entry-editor/draft/autosave";
import { dayAt, readDayTicket } from "../entry-editor/draft/day-ticket";
import { type Draft, readDrafts } from "../entry-editor/draft/drafts";
import { attachmentsIn } from "../entry-editor/merge/conflict";
import { EMPTY, type SavedEntry } from "../entry-editor/state/content";
import { dayName } from "../entry-editor/times";
import "../entry-editor/editor";

/** Milliseconds between checks of the connection, at first and at most. */
const PAUSE = { first: 2000, most: 60_000 };

/** Milliseconds that a check may take. */
const TIMEOUT = 5000;

export async function openOffline(place: HTMLElement): Promise<void> {
  watchConnection(place);
  if (location.pathname === "/offline" && (await isReachable())) return replace("/create");
  const ticket = await readDayTicket();
  const template = place.querySelector("template");
  const form = template?.content.querySelector<HTMLElement>("entry-form");
  if (!ticket || !form) return showReason(place, "nobody");
  const today = dayAt(Date.now(), ticket);
  const day = missedDay(today) ?? today;
  const drafts = await readDrafts(ticket.userId);
  const draft = choose(drafts, location.pathname, day);
  if (!draft && entryOf(location.pathname)) return showSavedElsewhere(place, drafts, ticket, today);
  Object.assign(form.dataset, {
    userId: ticket.userId,
    ...placeOf(draft, ticket, day),
    ...(day !== today && { late: "" }),
  });
  // The draft brings its own.
  const { visibility } = draft?.entryId ? EMPTY : ticket;
  for (const radio of form.querySelectorAll<HTMLInputElement>("[name=visibility]"))
    radio.toggleAttribute("checked", radio.value === visibility);
  const headline = place.querySelector("[data-offline-date]");
  if (headline) headline.textContent = dayName(form.dataset.date ?? today);
  template?.replaceWith(document.importNode(form, true));
  if (draft) showAttachments(place, draft);
}

/** Says that photos and recording are still there, since this form does not show them. */
function showAttachments(place: HTMLElement, draft: Draft): void {
  const form = place.querySelector("entry-form");
  const attachments = form ? attachmentsIn(draft, textsAround(form)) : [];
  if (attachments.length > 0) reveal(place, "attachments")?.append(` ${attachments.join(" · ")}`);
}

/** The earlier day that the address of a new entry names. */
function missedDay(today: string): string | undefined {
  const date = new URLSearchParams(location.search).get("date");
  const isMissed = location.pathname === "/create" && date !== null && /^\d{4}-\d\d-\d\d$/.test(date) && date < today;
  return isMissed ? date : undefined;
}

/** The draft of the entry in the address. If the address names none, the day's newest draft; undefined for a new entry. */
export function choose(drafts: Draft[], path: string, day: string): Draft | undefined {
  const newest = drafts.toSorted((a, b) => b.writtenAt - a.writtenAt);
  const asked = entryOf(path);
  return newest.find(({ entryId, date }) => (asked ? entryId === asked : date === day));
}

function entryOf(path: string): string | undefined {
  return /^\/edit\/([^/]+)$/.exec(path)?.[1];
}

/** The saved entry is not on this device. An empty form would mislead, so the page links to what can be written. */
function showSavedElsewhere(place: HTMLElement, drafts: Draft[], ticket: DayTicket, today: string): void {
  showReason(place, "entry");
  const begun = drafts.some(({ date }) => date === today);
  const isFree = ticket.date !== today || !ticket.entryId;
  if (begun) reveal(place, "today");
  else if (isFree) reveal(place, "new");
}

/** Says why there is no form. */
function showReason(place: HTMLElement, why: "nobody" | "entry"): void {
  reveal(place, why);
  place.querySelector("[data-offline-hint]")?.remove();
}

function reveal(place: HTMLElement, name: string): HTMLElement | null {
  const part = place.querySelector<HTMLElement>(`[data-offline-${name}]`);
  part?.removeAttribute("hidden");
  return part;
}

function placeOf(draft: Draft | undefined, kept: DayTicket, day: string): Record<string, string> {
  if (!draft?.entryId) {
    const saved: SavedEntry = { ...EMPTY, visibility: kept.visibility };
    // A ticket is valid for its own day only.
    const ticket = draft?.ticket || (kept.date === day ? kept.ticket : "");
    return { date: day, ticket, saved: JSON.stringify(saved) };
  }
  // The saved entry is not known here, so there is no `data-saved`. The draft has its own version. Text that is written without
  // the draft, because another tab holds it, gets version 0, which replaces no saved version.
  const { entryId, date, ticket } = draft;
  return { mode: "edit", date, entryId, version: "0", ticket };
}

/**
 * Checks whether the connection is back: on the browser's event, when the page becomes visible, and from time to time.
 */
function watchConnection(place: HTMLElement): void {
  let pause = PAUSE.first;
  let timer: ReturnType<typeof setTimeout>;
  const ended = new AbortController();
  const look = async () => {
    clearTimeout(timer);
    if (!place.isConnected) return ended.abort();
    if (document.visibilityState === "visible" && (await isReachable())) {
      ended.abort();
      leaveOffline(place);
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
 * Handles the return of the connection. If nothing was typed, the real page is loaded. Otherwise a button loads it, so
 * that nobody is interrupted. The button also appears if this page came again after the real one was requested,
 * because the server is slow.
 */
function leaveOffline(place: HTMLElement): void {
  const isWritten = place.querySelector<HTMLTextAreaElement>("entry-form textarea")?.value.trim();
  if (!isWritten && mayReload()) {
    void loadPage();
    return;
  }
  // They are sent along with the draft.
  place.querySelector("[data-offline-attachments]")?.remove();
  document.querySelector("[data-offline-retry]")?.remove();
  for (const words of place.querySelectorAll<HTMLElement>("[data-back]")) words.textContent = words.dataset.back ?? "";
  const way = reveal(place, "go")?.querySelector("button");
  way?.addEventListener("click", async () => {
    await flushAll();
    await loadPage();
  });
}

async function loadPage(): Promise<void> {
  await allowSlowPage();
  reload();
}

async function isReachable(): Promise<boolean> {
  try {
    return (await fetch("/livez", { cache: "no-store", signal: limited(TIMEOUT) })).ok;
  } catch {
    return false;
  }
}
