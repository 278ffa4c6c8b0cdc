// Looks after the drafts of the person who is signed in. Fetched when the page is idle.

import { databaseExists } from "../entry-editor/draft/database";
import { keepDayTicket } from "../entry-editor/draft/day-ticket";
import { deleteForeignDrafts } from "../entry-editor/draft/drafts";
import { showUnsavedNotice } from "./unsaved-notice";
import { watchOutbox } from "./watch-outbox";

/** `zone`: the server knows the time zone, on which the day of the ticket depends. */
export function watchDrafts(zone: Promise<unknown>): Promise<unknown> {
  const ticket = zone.then(keepDayTicket);
  return Promise.allSettled([ticket, removeForeignDrafts().then(watchOutbox).then(showUnsavedNotice)]);
}

/**
 * Deletes another person's drafts on the first page of the person who is signed in now. All tabs share the mark: a tab does not
 * know who was signed in elsewhere meanwhile.
 */
export async function removeForeignDrafts(): Promise<void> {
  const { userId } = document.documentElement.dataset;
  if (!userId || localStorage.getItem("drafts") === userId) return;
  if (await databaseExists()) await deleteForeignDrafts(userId);
  localStorage.setItem("drafts", userId);
}
