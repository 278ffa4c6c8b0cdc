// The paper that lets what was begun on a day be written on its date (product 4).
import type { DayTicket } from "../domain";
import { open } from "./database";
import { readDrafts } from "./drafts";

/** Milliseconds for which a day ticket counts (product 4). */
const TICKET = 36 * 3_600_000;

/** The ticket of one day, and when it came. */
type Dated = Pick<DayTicket, "date" | "ticket"> & { keptAt: number };

/** One that an older page kept has neither time nor days before. */
export type StoredTicket = DayTicket & { keptAt?: number; earlier?: Dated[] };

/** Asks for today's ticket and keeps it; without an answer the one before stays. */
export async function fetchDayTicket(): Promise<DayTicket | undefined> {
  // By the cookie alone: a page that only reads needs no token.
  const answer = await fetch("/api/day-ticket", { credentials: "same-origin", cache: "no-store" });
  if (!answer.ok) return undefined;
  const ticket = (await answer.json()) as DayTicket;
  await keep(ticket, Date.now());
  return ticket;
}

async function keep(ticket: DayTicket, keptAt: number): Promise<void> {
  const change = (await open()).transaction("tickets", "readwrite");
  const before = await change.store.get(ticket.userId);
  const earlier = (before ? datedOf(before) : []).filter((one) => one.date !== ticket.date && counts(one));
  // One person's only: whose page asked last.
  await Promise.all([change.store.clear(), change.store.put({ ...ticket, keptAt, earlier }), change.done]);
}

function datedOf({ date, ticket, keptAt = Date.now(), earlier = [] }: StoredTicket): Dated[] {
  return [{ date, ticket, keptAt }, ...earlier];
}

function counts({ ticket, keptAt }: Dated): boolean {
  return isTicketValid(ticket, keptAt);
}

/** Whether `ticket` still counts; one that cannot be read counts from `since`. */
export function isTicketValid(ticket: string, since: number): boolean {
  return Date.now() - (issuedAt(ticket) ?? since) < TICKET;
}

/** When the server gave `ticket` (`base64url("user date milliseconds").signature`); undefined where that cannot be read. */
export function issuedAt(ticket: string): number | undefined {
  const [signed = ""] = ticket.split(".");
  try {
    const [, date = "", issued = "", ...more] = atob(signed.replaceAll("-", "+").replaceAll("_", "/")).split(" ");
    const isTicket = /^\d{4}-\d\d-\d\d$/.test(date) && /^\d{1,15}$/.test(issued) && more.length === 0;
    return isTicket ? Number(issued) : undefined;
  } catch {
    return undefined;
  }
}

/** Of the person who was signed in here last; another one's is deleted with their drafts. */
export async function readDayTicket(): Promise<DayTicket | undefined> {
  const kept = (await (await open()).getAll("tickets")).at(-1);
  if (!kept) return undefined;
  const { keptAt: _, earlier: __, ...ticket } = kept;
  return ticket;
}

/** What this device has to say that `userId` began on `date`: a ticket of that day, else the one of a draft. */
export async function ticketOf(userId: string, date: string): Promise<string | undefined> {
  const kept = await (await open()).get("tickets", userId);
  const own = kept && datedOf(kept).find((one) => one.date === date && counts(one));
  if (own) return own.ticket;
  const drafts = await readDrafts(userId);
  return drafts.find((draft) => draft.date === date && draft.ticket && isTicketValid(draft.ticket, draft.writtenAt))
    ?.ticket;
}

/**
 * The diary day at `now`: the ticket's until that is over, as the server said it; later, as far as a browser can tell. When
 * it is sent the server decides. A ticket that an older page kept does not say when its day ends.
 */
export function dayAt(
  now: number,
  { date, ends, zone, dayEnd }: Pick<DayTicket, "date" | "zone" | "dayEnd"> & Partial<Pick<DayTicket, "ends">>,
): string {
  if (ends && now < Date.parse(ends)) return date;
  const parts = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  // Swedish dates are written as the server writes them.
  const day = new Date(now - dayEnd * 60_000).toLocaleDateString("sv-SE", { ...parts, timeZone: zone });
  if (!ends || day > date) return day;
  const noon = Date.parse(`${date}T12:00:00Z`);
  return new Date(noon + 24 * 3_600_000).toISOString().slice(0, 10);
}
