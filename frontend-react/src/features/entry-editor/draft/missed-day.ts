// A missed day is begun on a later one. Its ticket says so, and its page gives a new one.
import { MISSED_DAYS } from "../../../shared/limits";

/** A day as the server writes it. */
export const DAY = /^\d{4}-\d\d-\d\d$/;

/** The signed words of a ticket (`base64url(words).signature`); empty if it cannot be read. */
export function signedWords(ticket: string): string[] {
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
