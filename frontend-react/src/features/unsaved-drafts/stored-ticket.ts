import { databaseExists } from "../entry-editor/draft/database";
import { ticketOf } from "../entry-editor/draft/day-ticket";

/** Shows a form that needs the editor's ticket of the day in `data-ticket-of`, if a draft on this device has one, and fills it in. */
export async function showWithStoredTicket(place: HTMLElement): Promise<void> {
  const { userId } = document.documentElement.dataset;
  const field = place.querySelector<HTMLInputElement>('input[name="ticket"]');
  if (!userId || !field || !(await databaseExists())) return;
  const ticket = await ticketOf(userId, place.dataset.ticketOf ?? "");
  if (!ticket) return;
  field.value = ticket;
  place.hidden = false;
}
