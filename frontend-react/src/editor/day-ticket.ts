// The paper that lets a day begun without a connection be written on its date (product 4).
import type { DayTicket } from "../domain";
import { open } from "./database";

/** Asks for today's ticket and keeps it; without an answer the one before stays. */
export async function fetchDayTicket(): Promise<DayTicket | undefined> {
  // By the cookie alone: a page that only reads needs no token.
  const answer = await fetch("/api/day-ticket", { credentials: "same-origin", cache: "no-store" });
  if (!answer.ok) return undefined;
  const ticket = (await answer.json()) as DayTicket;
  const change = (await open()).transaction("tickets", "readwrite");
  // One only: whose page asked last.
  await Promise.all([change.store.clear(), change.store.put(ticket), change.done]);
  return ticket;
}

/** Of the person who was signed in here last; another one's is deleted with their drafts. */
export async function readDayTicket(): Promise<DayTicket | undefined> {
  return (await (await open()).getAll("tickets")).at(-1);
}

/** The diary day at `now`, as far as a browser can tell; when it is sent the server decides. */
export function dayAt(now: number, { zone, dayEnd }: Pick<DayTicket, "zone" | "dayEnd">): string {
  const parts = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  // Swedish dates are written as the server writes them.
  return new Date(now - dayEnd * 60_000).toLocaleDateString("sv-SE", { ...parts, timeZone: zone });
}
