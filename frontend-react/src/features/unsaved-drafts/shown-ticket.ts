// The cookie that shows the server the ticket of an entry's day: to editors alone, and for seconds.
import { readCookie, writeCookie } from "../../shared/cookie";

const NAME = "day_ticket";

/** Where the editors of entries are. */
const EDITORS = "/edit";

/** Seconds for which a page that is loaded again may show its ticket. */
const SHOWN = 30;

/** False where this browser shows none. */
export function showTicket(ticket: string): boolean {
  writeCookie(NAME, ticket, { path: EDITORS, seconds: SHOWN });
  return readCookie(NAME) === ticket;
}

/** The server has seen it, or somebody signs out. */
export function endTicket(): void {
  writeCookie(NAME, "", { path: EDITORS, seconds: 0 });
}
