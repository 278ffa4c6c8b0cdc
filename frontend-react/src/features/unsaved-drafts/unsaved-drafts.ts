// Shown in place of an editor that the server does not open: the entry's drafts on this device, and the day ticket that opens it.

import { type Texts, t, textsAround } from "../../shared/i18n";
import { reload } from "../../shared/navigate";
import { button, element } from "../../shared/ui/elements";
import { copyWords, wordsOf } from "../entry-editor/copy";
import { databaseExists } from "../entry-editor/draft/database";
import { isTicketValid, ticketOf } from "../entry-editor/draft/day-ticket";
import { type Draft, readDrafts } from "../entry-editor/draft/drafts";
import { attachmentsIn } from "../entry-editor/merge/conflict";
import { isEmpty } from "../entry-editor/state/content";
import { namedIn } from "../entry-editor/state/visibility";
import { moment } from "../entry-editor/times";
import { endTicket, showTicket } from "./shown-ticket";

/** The editor opens by itself if there is a ticket that the server may take. */
export async function showUnsavedDrafts(place: HTMLElement): Promise<void> {
  const { userId } = document.documentElement.dataset;
  const { entryId, date } = place.dataset;
  if (!date) endTicket();
  if (!userId || !entryId || !(await databaseExists())) return;
  const drafts = (await readDrafts(userId))
    .filter((draft) => draft.entryId === entryId || (draft.entryId === null && draft.date === date))
    .filter((draft) => wordsOf(draft).length > 0 || draft.files.length > 0 || draft.audioFile)
    .toSorted((a, b) => b.writtenAt - a.writtenAt);
  const ticket = date && drafts.some((draft) => !isEmpty(draft)) && (await ticketFor(drafts, userId, date));
  // The server opens the editor if the ticket is valid; otherwise it answers with this page without `data-date`.
  if (ticket && showTicket(ticket)) return reload();
  const texts = textsAround(place);
  const parts = drafts.map((draft) => draftNotice(draft, texts));
  place.replaceChildren(...parts);
  place.hidden = parts.length === 0;
}

/** A page's ticket opens only an entry that was created with it, which has a draft of its own then. */
async function ticketFor(drafts: Draft[], userId: string, date: string): Promise<string | undefined> {
  const sentLate = drafts.find(
    ({ entryId, ticket, writtenAt }) => entryId && ticket && isTicketValid(ticket, writtenAt),
  );
  return (await ticketOf(userId, date)) ?? sentLate?.ticket;
}

function draftNotice(draft: Draft, texts: Texts): HTMLElement {
  const words = wordsOf(draft);
  const today = element("a", { className: "button", text: t(texts, "editor.kept.today") });
  // Today's editor offers all unsaved drafts.
  today.href = "/create";
  const copied = button(t(texts, "editor.kept.copy"), "button", () => void copyWords(draft, texts));
  return element(
    "article",
    { className: "notice unsaved-drafts-part" },
    element("h2", { text: t(texts, "editor.kept.title") }),
    element("p", {
      className: "unsaved-drafts-time",
      text: t(texts, "editor.kept.from", { time: moment(draft.writtenAt) }),
    }),
    element("p", { className: "unsaved-drafts-time", text: namedIn(texts, draft.visibility) }),
    ...[...words, ...attachmentsIn(draft, texts)].map((text) =>
      element("p", { className: "unsaved-drafts-text", text }),
    ),
    element("div", { className: "editor-notice-actions" }, copied, today),
    element("p", { className: "unsaved-drafts-time", text: t(texts, "editor.kept.today_hint") }),
  );
}
