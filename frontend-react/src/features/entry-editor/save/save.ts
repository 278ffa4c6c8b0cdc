import type { Entry, Visibility } from "../../../shared/domain";
import { carryToast, type Toast } from "../../../shared/events";
import { ALT } from "../../../shared/limits";
import { go } from "../../../shared/navigate";
import { askSignIn } from "../../../shared/sign-in";
import { copyWords } from "../copy";
import { markSaved } from "../draft/recording-id";
import { arranged, placed } from "../merge/arrangement";
import { savedAnswers } from "../merge/conflict";
import { afterSave, bothRecorded, mergeContents, mergeTexts } from "../merge/merge";
import { stash } from "../recover/offer";
import { type Content, contentOf, isEmpty, same, sameEntry, savedOf } from "../state/content";
import { type DoneSave, finishSections, leavingMessages } from "../state/context";
import { length, overLimit } from "../state/counter";
import type { Editor } from "../state/session";
import { limitedTo, SAVED_FOR } from "../state/visibility";
import { askPublic } from "./ask-public";
import { afterNoAnswer, carriesFiles, isUnchanged, nextSave, type PendingSave } from "./pending-save";
import { type Outcome, sendEntry } from "./send";

/** Why a save starts: the person asked for it, signed in again for it, or a pending save is sent again. */
export type Reason = "asked" | "renewed" | "again";

/**
 * What was sent; `isAgain`: not for the first time, so the form may have changed since. `widest`: whom the form named when the
 * person asked for the save.
 */
type Sending = { sent: PendingSave; reason: Reason; isAgain: boolean; widest: Visibility };

/** Milliseconds that a save waits for the draft to be written. */
const DRAFT_WAIT = 1500;

/** Sends the form, after a pending save if there is one. `limit`: the most readers, where the person did not ask for this save just now. */
export async function save(editor: Editor, reason: Reason = "asked", limit?: Visibility): Promise<void> {
  if (editor.isOccupied || editor.left) return;
  const pressed = editor.read();
  // A pending save that is sent again does not end a recording under way.
  const work = reason === "again" ? undefined : finishSections(editor.saveHooks);
  if (work && !(await prepared(editor, work)))
    return editor.showUpload({ is: "cancelled", retry: () => void save(editor) });
  const form = editor.read();
  const before = editor.target.pendingSave;
  const asked = reason === "asked" ? pressed : (before?.content ?? pressed);
  const widest = limit ?? asked.visibility;
  const content = limitedTo(form, widest);
  const next = nextSave(content, editor.target, before);
  const isAgain = next.idempotencyKey === before?.idempotencyKey;
  const isWorth = isAgain || worthSending(editor, content, reason);
  const question = isWorth && !isAgain ? askPublic(editor, content, editor.target) : undefined;
  if (!isWorth || (question && !(await question))) {
    // The save line still shows the wait for the widgets. Writing the draft updates it.
    if (work) await editor.autosave.flush();
    return;
  }
  editor.waitsForSignIn = false;
  const outcome = await send(editor, next);
  editor.setPendingSave(pendingAfter(outcome, next));
  if (!["cancelled", "offline", "unclear"].includes(outcome.kind)) editor.showUpload(undefined);
  await settle(editor, { sent: next, reason, isAgain, widest }, outcome);
}

async function send(editor: Editor, next: PendingSave): Promise<Outcome> {
  const uploading = carriesFiles(next.content);
  const progress = (part: number) => {
    editor.busy(part, uploading);
    if (uploading) editor.uploaded(part);
  };
  return busy(editor, uploading, async () => {
    const signal = uploading ? editor.beginUpload("sending") : editor.showUpload(undefined);
    editor.setPendingSave(next);
    await Promise.race([editor.autosave.flush(), new Promise((late) => setTimeout(late, DRAFT_WAIT))]);
    return sendEntry(next, editor.target.userId, { progress, signal });
  });
}

/** What of a save is still pending after an outcome. */
function pendingAfter(outcome: Outcome, sent: PendingSave): PendingSave | undefined {
  switch (outcome.kind) {
    case "saved":
    case "conflict":
    case "refused":
      return undefined;
    case "offline":
    case "unclear":
      return afterNoAnswer(sent, outcome);
    case "signed_out":
      return sent;
    case "cancelled":
    case "other_person":
      // It may have arrived, but is not sent again automatically.
      return { ...sent, needsDecision: true };
  }
}

/** Runs `work` while no other save can start. */
async function busy<T>(editor: Editor, uploading: boolean, work: () => Promise<T>): Promise<T> {
  editor.sending = true;
  editor.busy(0, uploading);
  editor.say("saving");
  try {
    return await work();
  } finally {
    editor.sending = false;
    editor.busy(undefined);
  }
}

/** Waits for the widgets to finish. False if the person cancels the wait. */
function prepared(editor: Editor, work: Promise<unknown>): Promise<boolean> {
  return busy(editor, false, async () => {
    const signal = editor.beginUpload("preparing");
    const stopped = new Promise<void>((stop) => signal.addEventListener("abort", () => stop(), { once: true }));
    await Promise.race([work, stopped]);
    if (signal.aborted) editor.say("failed");
    else editor.showUpload(undefined);
    return !signal.aborted;
  });
}

/** Also where its fold was closed. */
function enter(field: HTMLElement | null): void {
  const fold = field?.closest("details");
  if (fold) fold.open = true;
  field?.focus();
}

function worthSending(editor: Editor, content: Content, reason: Reason): boolean {
  const over = overLimit(content);
  const alt = placed(content).shown.findIndex(({ alt }) => length(alt.trim()) > ALT);
  // What was asked for is saved. Later changes that cannot be saved wait for their person.
  if (reason === "again") return !over && alt < 0 && !isEmpty(content);
  if (over) {
    editor.complain(editor.text(over.message));
    if (over.field !== "audioTranscript") enter(editor.fields.field(over.field));
    else editor.form.querySelector<HTMLElement>(".recorder-text")?.focus();
    return false;
  }
  if (alt >= 0) {
    editor.complain(editor.text("errors.alt_too_long"));
    const photo = editor.form.querySelectorAll<HTMLElement>(".dropzone-thumb")[alt];
    // A description that opens too long takes the focus by itself.
    if (photo?.getAttribute("aria-expanded") === "true")
      editor.form.querySelector<HTMLElement>(".dropzone-alt")?.focus();
    else photo?.click();
    return false;
  }
  if (!isEmpty(content)) return true;
  const title = editor.text("editor.toast.empty_title");
  editor.toast({ title, description: editor.text("editor.toast.empty_text"), kind: "error" });
  return false;
}

async function settle(editor: Editor, sending: Sending, outcome: Outcome): Promise<void> {
  if (outcome.kind === "saved") return saved(editor, sending, outcome.entry);
  if (outcome.kind === "conflict") return conflict(editor, sending, outcome.entry, outcome.exists);
  if (outcome.kind === "offline" || outcome.kind === "unclear") return showPending(editor, sending, outcome);
  editor.say("failed");
  editor.removeNotices("waiting");
  switch (outcome.kind) {
    case "signed_out":
      editor.waitsForSignIn = true;
      if (sending.reason === "renewed") return editor.complain(editor.text("editor.toast.not_authenticated"));
      return askWhoIsThere(editor);
    case "other_person":
      return editor.complain(editor.text("errors.account_mismatch"));
    case "cancelled":
      return editor.showUpload({ is: "cancelled", retry: () => void save(editor) });
    case "refused":
      if (outcome.code === "entry_not_found" && editor.target.entryId) showGone(editor);
      // What was changed since may be accepted.
      else if (sending.isAgain && !isUnchanged(sending.sent, editor.read()))
        return save(editor, sending.reason, sending.widest);
      return editor.complain(outcome.message ?? failureText(editor));
  }
}

/** The entry was deleted elsewhere. Its text stays in the form, and the notice offers where to take it. */
function showGone(editor: Editor): void {
  const leave = (path: string) => async () => {
    await editor.autosave.flush();
    if (editor.safe) go(path);
  };
  editor.notify("gone", editor.text("editor.kept.gone"), [
    { label: editor.text("editor.kept.today"), run: leave("/create") },
    { label: editor.text("editor.kept.bin"), run: leave("/bin") },
    { label: editor.text("editor.kept.copy"), run: () => void copyWords(editor.read(), editor.texts) },
  ]);
}

type Unanswered = Extract<Outcome, { kind: "offline" | "unclear" }>;

/** The draft has the pending save. Without a draft this page has to stay open. */
function showPending(editor: Editor, { sent, reason }: Sending, outcome: Unanswered): void {
  if (carriesFiles(sent.content)) editor.showUpload({ is: "lost", retry: () => void save(editor) });
  const message = outcome.kind === "unclear" ? reasonOf(editor, outcome) : undefined;
  if (!editor.safe || !editor.dirty) {
    editor.say("failed");
    editor.complain(message ?? editor.text(failureKey(editor)));
    return;
  }
  if (editor.stuck) {
    editor.say("stuck");
    editor.complain(message ?? failureText(editor));
    return;
  }
  editor.say(message ? "unclear" : "queued");
  if (reason === "again") return;
  if (message) editor.complain(message);
  // With files the strip says that the upload broke off, and the line why.
  else if (!carriesFiles(sent.content) || !editor.places.upload)
    editor.toast({ title: editor.text("editor.toast.offline"), kind: "error" });
}

function reasonOf(editor: Editor, { message, tooLarge }: Extract<Outcome, { kind: "unclear" }>): string {
  if (message !== undefined || !tooLarge) return message ?? failureText(editor);
  return [editor.text("editor.toast.too_large"), editor.safe && editor.text("editor.toast.safe")]
    .filter(Boolean)
    .join(" ");
}

function askWhoIsThere(editor: Editor): void {
  askSignIn(() => {
    const waits = editor.waitsForSignIn && editor.element.isConnected;
    if (waits) editor.complain(editor.text("editor.toast.not_authenticated"));
  });
}

function failureKey(editor: Editor) {
  return editor.target.entryId ? "editor.toast.save_failed" : "editor.toast.create_failed";
}

function failureText(editor: Editor): string {
  return [editor.text(failureKey(editor)), editor.safe && editor.text("editor.toast.safe")].filter(Boolean).join(" ");
}

async function saved(editor: Editor, { sent, reason, isAgain, widest }: Sending, entry: Entry): Promise<void> {
  const now = editor.read();
  const created = sent.entryId === null;
  const unchanged = isUnchanged(sent, now);
  const title = editor.text(created ? "editor.toast.created" : "editor.toast.updated");
  // A pending save does not leave the page, since somebody may be writing.
  if (created && unchanged && reason !== "again") return leave(editor, { sent: sent.content, entry }, title);
  editor.adopt(entry);
  markSaved(sent.content.audioFile, editor.target.saved.audio);
  if (unchanged) {
    const { summarySource, emojis, mood, visibility, audio } = editor.target.saved;
    const pictures = arranged(placed(editor.target.saved));
    const reflectionAnswers = created ? [] : now.reflectionAnswers;
    const fields = { summarySource, emojis, mood, visibility, audio };
    editor.fill({ ...now, ...pictures, ...fields, audioFile: null, reflectionAnswers });
    // Answers that are not saved yet stay in the draft.
    await (reflectionAnswers.length > 0 ? editor.autosave.flush() : editor.autosave.forget());
    editor.say("saved");
    // From now on the draft belongs to the entry.
    if (created) await moveDraft(editor);
  } else {
    editor.fill(afterSave(now, sent.content, editor.target.saved));
    await moveDraft(editor);
  }
  for (const { saved } of editor.saveHooks) saved?.({ sent: sent.content, entry });
  // What was changed since the save was asked for is saved on top of it.
  const isMore = !same(limitedTo(editor.read(), widest), editor.target.saved);
  if (isAgain && !unchanged && isMore) return save(editor, reason, widest);
  editor.toast(savedToast(editor, entry, title));
}

/** Says for whom the entry was saved, with the ways to read it and to change that; its card has the first as well. */
function savedToast(editor: Editor, entry: Entry, title: string): Toast {
  const action = { label: editor.text("editor.toast.view"), href: `/entry/${entry.id}` };
  const also = { label: editor.text("editor.toast.change"), href: `/entry/${entry.id}?open=visibility#visibility` };
  return { title, description: editor.text(SAVED_FOR[entry.visibility]), kind: "ok", action, also, passing: true };
}

/** The new entry is saved. The form becomes inert, since input before the next page would be lost. */
async function leave(editor: Editor, done: DoneSave, title: string): Promise<void> {
  editor.left = true;
  editor.element.inert = true;
  const forgotten = editor.autosave.forget();
  editor.autosave.stop();
  await forgotten;
  const toast = savedToast(editor, done.entry, title);
  const description = [toast.description, leavingMessages(editor.saveHooks, done)].filter(Boolean).join(" ");
  carryToast({ ...toast, description });
  go(editor.element.dataset.nextCreate ?? "/dashboard");
}

/** Moves the draft to the key of the form's entry; the new one is written before the old one is deleted. */
async function moveDraft(editor: Editor): Promise<void> {
  await editor.autosave.moveToKey();
  await editor.autosave.flush();
}

async function conflict(editor: Editor, sending: Sending, entry: Entry, exists: boolean): Promise<void> {
  const remote = contentOf(savedOf(entry));
  const { sent } = sending;
  if (sameEntry(sent.content, remote)) {
    // There is nothing to choose. The answers of a new entry were not part of the one that is there.
    const content = exists ? { ...sent.content, reflectionAnswers: [] } : sent.content;
    return saved(editor, { ...sending, isAgain: false, sent: { ...sent, content } }, entry);
  }
  const answers = await busy(editor, false, () => savedAnswers(entry.id));
  const now = editor.read();
  const local = mergeContents(now, editor.target.base, remote);
  editor.say("failed");
  const chosen = now.visibility;
  const choice = await editor.askConflict({ local, remote, chosen, entry, exists, answers });
  if (!choice) return editor.complain(failureText(editor));
  editor.removeNotices("waiting");
  if (choice === "back") {
    if (!editor.canAsk) editor.complain(failureText(editor));
    return editor.fields.field("text")?.focus();
  }
  // Content that the choice leaves out is stashed first.
  const leavesOut = choice === "remote" || (choice === "merge" && bothRecorded(local));
  if (leavesOut && !(await stash(editor, now))) return;
  editor.adopt(entry);
  // From now on the line says what becomes of the draft.
  editor.store.dispatch({ type: "status", change: { isFailed: false } });
  editor.fill(choice === "local" ? local : choice === "merge" ? mergeTexts(local, remote) : remote);
  await moveDraft(editor);
  if (choice === "local") return save(editor, "asked", local.visibility);
  editor.fields.field("text")?.focus();
}
