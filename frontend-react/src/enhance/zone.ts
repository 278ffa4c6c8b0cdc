import { call } from "../shared/auth";
import { readCookie, writeCookie } from "./cookie";

const SENT = "zone";

/**
 * Tells the server the browser's IANA zone when the page was made with another (`data-zone`): by the cookie, and for who
 * is signed in (`data-user-id`) by a call. Once per zone and tab: the server may know the zone by an older name.
 */
export async function reportZone(): Promise<void> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { dataset } = document.documentElement;
  if (!zone || zone === dataset.zone) return;
  if (readCookie("zone") !== zone) writeCookie("zone", zone);
  if (!dataset.userId || read(SENT) === zone) return;
  if ((await put(zone))?.ok) write(SENT, zone);
}

async function put(zone: string): Promise<Response | undefined> {
  try {
    return await call("/api/users/zone", {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ zone }),
      quietly: true,
    });
  } catch {
    return undefined;
  }
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // It is reported again on the next page.
  }
}
