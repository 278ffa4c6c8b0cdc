// In place of an editor that does not open: what this device still has of its entry, and the ticket that opens it.
import { recordingIn } from "../editor/conflict";
import { hasRecording, isEmpty } from "../editor/content";
import { copyWords, wordsOf } from "../editor/copy";
import { ticketOf } from "../editor/day-ticket";
import { type Draft, readDrafts } from "../editor/drafts";
import { button, element } from "../editor/elements";
import { moment } from "../editor/save-line";
import { type Texts, t, textsAround } from "../i18n";
import { reload } from "../navigate";
import { draftDatabase } from "./drafts";
import { endTicket, showTicket } from "./shown-ticket";

/** With a draft, the page goes on where it was left; without one it offers to. */
export async function showKeptWords(place: HTMLElement): Promise<void> {
  const { userId } = document.documentElement.dataset;
  const { entryId, date } = place.dataset;
  if (!date) endTicket();
  if (!userId || !entryId || !(await draftDatabase())) return;
  const drafts = (await readDrafts(userId))
    .filter(
      (draft) => draft.entryId === entryId && (wordsOf(draft).length > 0 || draft.files.length > 0 || draft.audioFile),
    )
    .toSorted((a, b) => b.writtenAt - a.writtenAt);
  const ticket = date && (await ticketOf(userId, date));
  if (ticket && drafts.some((draft) => !isEmpty(draft)) && goOn(ticket)) return;
  const texts = textsAround(place);
  const parts = drafts.map((draft) => kept(draft, texts));
  if (ticket) parts.unshift(wayOn(ticket, texts));
  place.replaceChildren(...parts);
  place.hidden = parts.length === 0;
}

/**
 * The server opens the editor for who shows a ticket that counts; else it says that it saw one (no `data-date`). False where
 * this browser shows none.
 */
function goOn(ticket: string): boolean {
  const shown = showTicket(ticket);
  if (shown) reload();
  return shown;
}

function wayOn(ticket: string, texts: Texts): HTMLElement {
  return element(
    "div",
    { className: "notice kept-words-part" },
    element("p", { text: t(texts, "editor.kept.go_on_hint") }),
    element(
      "div",
      { className: "editor-notice-actions" },
      button(t(texts, "editor.kept.go_on"), "button button-main", () => goOn(ticket)),
    ),
  );
}

function kept(draft: Draft, texts: Texts): HTMLElement {
  const words = wordsOf(draft);
  const today = element("a", { className: "button", text: t(texts, "editor.kept.today") });
  // There it is offered among what else is not saved.
  today.href = "/create";
  const copied = button(t(texts, "editor.kept.copy"), "button", () => void copyWords(draft, texts));
  return element(
    "article",
    { className: "notice kept-words-part" },
    element("h2", { text: t(texts, "editor.kept.title") }),
    element("p", {
      className: "kept-words-time",
      text: t(texts, "editor.kept.from", { time: moment(draft.writtenAt) }),
    }),
    ...[...words, ...attached(draft, texts)].map((text) => element("p", { className: "kept-words-text", text })),
    element("div", { className: "editor-notice-actions" }, copied, today),
    element("p", { className: "kept-words-time", text: t(texts, "editor.kept.today_hint") }),
  );
}

function attached(draft: Draft, texts: Texts): string[] {
  const photos = draft.files.length > 0 ? t(texts, "editor.kept.photos", { n: draft.files.length }) : "";
  const recording = hasRecording(draft) ? `${t(texts, "editor.voice_label")}: ${recordingIn(draft, texts)}` : "";
  return [photos, recording].filter(Boolean);
}
