import { ticketOf } from "../editor/day-ticket";
import { draftDatabase } from "./drafts";

/** What only a ticket of its day can do (`data-ticket-of`) is offered where this device has one. */
export async function offerByTicket(place: HTMLElement): Promise<void> {
  const { userId } = document.documentElement.dataset;
  const field = place.querySelector<HTMLInputElement>('input[name="ticket"]');
  if (!userId || !field || !(await draftDatabase())) return;
  const ticket = await ticketOf(userId, place.dataset.ticketOf ?? "");
  if (!ticket) return;
  field.value = ticket;
  place.hidden = false;
}
