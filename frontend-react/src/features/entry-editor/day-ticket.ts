// Day tickets: signed by the server, they let a text that was started on a day be saved for that date (product 4).
import type { DayTicket } from "../../shared/domain";
import { open } from "./database";
import { readDrafts } from "./drafts";
import { DAY, isOfMissedDay, signedWords } from "./missed-day";

/** Milliseconds for which a day ticket is valid (product 4). */
const LIFETIME = 36 * 3_600_000;

/** The ticket of one day, and when it was stored. */
type DatedTicket = Pick<DayTicket, "date" | "ticket"> & { keptAt: number };

/** A person's tickets as stored. One that an older page stored has no time and no earlier days. */
export type StoredTicket = DayTicket & { keptAt?: number; earlier?: DatedTicket[] };

/** Fetches today's ticket and stores it. Without an answer the previous one stays. */
export async function fetchDayTicket(): Promise<DayTicket | undefined> {
  // The session cookie is enough, so pages that only read need no token.
  const answer = await fetch("/api/day-ticket", { credentials: "same-origin", cache: "no-store" });
  if (!answer.ok) return undefined;
  const ticket = (await answer.json()) as DayTicket;
  await store(ticket, Date.now());
  return ticket;
}

async function store(ticket: DayTicket, keptAt: number): Promise<void> {
  const change = (await open()).transaction("tickets", "readwrite");
  const before = await change.store.get(ticket.userId);
  const earlier = (before ? ticketsOf(before) : []).filter((one) => one.date !== ticket.date && isValid(one));
  // Stores the tickets of one person only, the one whose page asked last.
  await Promise.all([change.store.clear(), change.store.put({ ...ticket, keptAt, earlier }), change.done]);
}

function ticketsOf({ date, ticket, keptAt = Date.now(), earlier = [] }: StoredTicket): DatedTicket[] {
  return [{ date, ticket, keptAt }, ...earlier];
}

function isValid({ ticket, keptAt }: DatedTicket): boolean {
  return isTicketValid(ticket, keptAt);
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

/** When the server issued `ticket` ('user date milliseconds'); undefined if it cannot be read. */
export function issuedAt(ticket: string): number | undefined {
  const [, date = "", issued = "", ...more] = signedWords(ticket);
  const isTicket = DAY.test(date) && /^\d{1,15}$/.test(issued) && more.length === 0;
  return isTicket ? Number(issued) : undefined;
}

/** The ticket of the person who was signed in here last. Another person's is deleted with their drafts. */
export async function readDayTicket(): Promise<DayTicket | undefined> {
  const kept = (await (await open()).getAll("tickets")).at(-1);
  if (!kept) return undefined;
  const { keptAt: _, earlier: __, ...ticket } = kept;
  return ticket;
}

/** A valid ticket of `userId` for `date` on this device: a stored one, otherwise that of a draft. */
export async function ticketOf(userId: string, date: string): Promise<string | undefined> {
  const kept = await (await open()).get("tickets", userId);
  const own = kept && ticketsOf(kept).find((one) => one.date === date && isValid(one));
  if (own) return own.ticket;
  const drafts = await readDrafts(userId);
  return drafts.find((draft) => draft.date === date && draft.ticket && isTicketValid(draft.ticket, draft.writtenAt))
    ?.ticket;
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
