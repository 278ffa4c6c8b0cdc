// Day tickets: signed by the server, they let a text that was started on a day be saved for that date (product 4). Every page keeps one
// on this device, which creates an entry; the editor's own, in a draft, opens one as well.
import type { DayTicket } from "../../../shared/domain";
import { MISSED_DAYS } from "../../../shared/limits";
import { tabStorage } from "../../../shared/storage";
import { open } from "./database";
import { readDrafts } from "./drafts";

/** Milliseconds for which a day ticket is valid (product 4). */
const LIFETIME = 36 * 3_600_000;

/** The last word of a ticket that the server gave to any page. */
const PAGE = "page";

/** Under this name a tab stores when it last fetched a ticket. */
const FETCHED = "day-ticket";

/** Keeps a fresh ticket on this device, fetched once an hour and tab. */
export async function keepDayTicket(): Promise<void> {
  const { userId } = document.documentElement.dataset;
  const hour = `${userId} ${new Date().toISOString().slice(0, 13)}`;
  if (!userId || tabStorage.read(FETCHED) === hour) return;
  if ((await fetchDayTicket())?.userId === userId) tabStorage.write(FETCHED, hour);
}

/** The ticket's day has an entry now, so the next page fetches another ticket. */
export function renewDayTicket(): void {
  tabStorage.remove(FETCHED);
}

/** Fetches today's ticket and stores it. Without an answer the previous one stays. */
export async function fetchDayTicket(): Promise<DayTicket | undefined> {
  // The session cookie is enough, so pages that only read need no token.
  const answer = await fetch("/api/day-ticket", { credentials: "same-origin", cache: "no-store" });
  if (!answer.ok) return undefined;
  const ticket = (await answer.json()) as DayTicket;
  const change = (await open()).transaction("tickets", "readwrite");
  // Stores the ticket of one person only, the one whose page asked last.
  await Promise.all([change.store.clear(), change.store.put(ticket), change.done]);
  return ticket;
}

/**
 * Whether `ticket` still lets its text count as written on its day. The time of one that cannot be read counts from `since`. That
 * of a missed day never does: the page of the day gives a new one.
 */
export function isTicketValid(ticket: string, since: number): boolean {
  return !isOfMissedDay(ticket) && Date.now() - (issuedAt(ticket) ?? since) < LIFETIME;
}

/** Whether the server takes a new entry with `ticket`: also with that of a missed day. */
export function isTicketAccepted(ticket: string, since: number): boolean {
  if (!isOfMissedDay(ticket)) return isTicketValid(ticket, since);
  return Date.now() - Number(signedWords(ticket)[2]) < LIFETIME;
}

/** The time at which the server issued `ticket` ('user date milliseconds', and 'page' if it is a page's); undefined if it cannot be read. */
export function issuedAt(ticket: string): number | undefined {
  const [, date = "", issued = "", kind = PAGE, ...more] = signedWords(ticket);
  const isTicket = DAY.test(date) && /^\d{1,15}$/.test(issued) && kind === PAGE && more.length === 0;
  return isTicket ? Number(issued) : undefined;
}

/** Whether `ticket` is one that any page keeps. */
export function isOfPage(ticket: string): boolean {
  return signedWords(ticket)[3] === PAGE;
}

/** A day as the server writes it. */
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The signed words of a ticket (`base64url(words).signature`); empty if it cannot be read. */
function signedWords(ticket: string): string[] {
  const [signed = ""] = ticket.split(".");
  try {
    return atob(signed.replaceAll("-", "+").replaceAll("_", "/")).split(" ");
  } catch {
    return [];
  }
}

/** Whether the server issued `ticket` for a missed day ('user date milliseconds missed'). */
export function isOfMissedDay(ticket: string): boolean {
  return signedWords(ticket)[3] === "missed";
}

/** The page on which a missed day is written, if everybody can still write it; the server decides. */
export function pageOfMissedDay(date: string): string | undefined {
  const today = new Date().toLocaleDateString("sv-SE");
  const days = (Date.parse(today) - Date.parse(date)) / (24 * 3_600_000);
  return days > 0 && days <= MISSED_DAYS ? `/create?date=${date}` : undefined;
}

/** The ticket of the person who was signed in here last. Another person's is deleted with their drafts. */
export async function readDayTicket(): Promise<DayTicket | undefined> {
  return (await (await open()).getAll("tickets")).at(-1);
}

/** A valid ticket of the editor for `date`, which opens the day's entry: that of a draft on this device. */
export async function ticketOf(userId: string, date: string): Promise<string | undefined> {
  const drafts = (await readDrafts(userId)).filter((draft) => draft.date === date && draft.ticket);
  return drafts.find(({ ticket, writtenAt }) => !isOfPage(ticket) && isTicketValid(ticket, writtenAt))?.ticket;
}

/**
 * The diary day at `now`: the ticket's day until the end that the server gave; later a day that the browser computes. The server
 * decides when the entry is sent. A ticket that an older page stored has no end of its day.
 */
export function dayAt(
  now: number,
  { date, ends, zone, dayEnd }: Pick<DayTicket, "date" | "zone" | "dayEnd"> & Partial<Pick<DayTicket, "ends">>,
): string {
  if (ends && now < Date.parse(ends)) return date;
  const parts = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  // The Swedish date format is the server's, YYYY-MM-DD.
  const day = new Date(now - dayEnd * 60_000).toLocaleDateString("sv-SE", { ...parts, timeZone: zone });
  if (!ends || day > date) return day;
  const noon = Date.parse(`${date}T12:00:00Z`);
  return new Date(noon + 24 * 3_600_000).toISOString().slice(0, 10);
}
