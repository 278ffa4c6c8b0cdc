import { tabStorage } from "../../shared/storage";

const ASKED = "day-ticket";

/** Keeps a fresh day ticket on this device, asked for once an hour and tab. */
export async function keepDayTicket(): Promise<void> {
  const { userId } = document.documentElement.dataset;
  const hour = `${userId} ${new Date().toISOString().slice(0, 13)}`;
  if (!userId || tabStorage.read(ASKED) === hour) return;
  const { fetchDayTicket } = await import("../entry-editor/draft/day-ticket");
  if ((await fetchDayTicket())?.userId === userId) tabStorage.write(ASKED, hour);
}

/** What the kept ticket says of its day is not true any more: the next page asks again. */
export function forgetAsked(): void {
  tabStorage.remove(ASKED);
}
