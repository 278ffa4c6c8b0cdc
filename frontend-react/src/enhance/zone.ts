import { call } from "../shared/auth";
import { readCookie, writeCookie } from "../shared/cookie";
import { tabStorage } from "../shared/storage";

const SENT = "zone";

/**
 * Tells the server the browser's IANA zone if the page was made with another (`data-zone`): by the cookie, and for a
 * signed-in person (`data-user-id`) by a call. Once per zone and tab, because the server may know the zone by an older
 * name.
 */
export async function reportZone(): Promise<void> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { dataset } = document.documentElement;
  if (!zone) return;
  // A sign-in on this page takes the cookie, whatever zone the page was made with.
  if (readCookie("zone") !== zone && (zone !== dataset.zone || readCookie("zone"))) writeCookie("zone", zone);
  if (zone === dataset.zone) return;
  if (!dataset.userId || tabStorage.read(SENT) === zone) return;
  if ((await put(zone))?.ok) tabStorage.write(SENT, zone);
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
