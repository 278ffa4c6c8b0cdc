// The cookie that shows the server the ticket of an entry's day: at the address of its editor alone, and for seconds.
import { readCookie, writeCookie } from "../../shared/cookie";
import { deviceStorage } from "../../shared/storage";

const NAME = "day_ticket";

/** Seconds for which a page that is loaded again may show its ticket. */
const SHOWN = 30;

/** A cookie is ended by its address only, which another page's script cannot ask for: it is noted. */
const NOTED = `${NAME} `;

/** False where this browser shows none. */
export function showTicket(ticket: string): boolean {
  const path = location.pathname;
  writeCookie(NAME, ticket, { path, seconds: SHOWN });
  if (readCookie(NAME) !== ticket) return false;
  deviceStorage.write(NOTED + path, "");
  return true;
}

/** The server has seen it. */
export function endTicket(path = location.pathname): void {
  writeCookie(NAME, "", { path, seconds: 0 });
  deviceStorage.remove(NOTED + path);
}

/** All that this browser shows at whatever address. */
export function endTickets(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(NOTED)) endTicket(key.slice(NOTED.length));
}
