import type { Entry, Visibility } from "../../../shared/domain";
import { carryToast, type Toast } from "../../../shared/events";
import { ALT } from "../../../shared/limits";
import { go } from "../../../shared/navigate";
import { askSignIn } from "../../../shared/sign-in";
import { copyWords } from "../copy";
import { markSaved } from "../draft/recording-id";
import { stash } from "../draft/stash";
import { arranged, placed } from "../merge/arrangement";
import { type Content, isEmpty, same } from "../state/content";
import { type DoneSave, finishSections, leavingMessages } from "../state/context";
import { length, overLimit } from "../state/counter";
import type { Editor } from "../state/session";
import { isWaitingForPerson } from "../state/status";
import { limitedTo, savedFor } from "../state/visibility";
import { savedAnswers } from "./answer-calls";
import { type Conflict, type Delivery, deliver, type Saved, type Unanswered } from "./deliver";
import { askPublic, decide } from "./questions";
import { carriesFiles, isUnchanged, nextSave, type Save } from "./save";

/** Why a save starts: the person asked for it, signed in again for it, or a pending save is sent again. */
export type Reason = "asked" | "renewed" | "again";

/**
 * Why and how the form is saved. `isAgain`: not for the first time, so the form may have changed since. `widest`: whom the form
 * named when the person asked for the save.
 */
type Attempt = { reason: Reason; isAgain: boolean; widest: Visibility };

/** Milliseconds that a save waits for the draft to be written. */
const DRAFT_WAIT = 1500;

/** Sends the form, after a pending save if there is one. `limit`: the most readers of a save that the person did not just ask for. */
export async function saveForm(editor: Editor, reason: Reason = "asked", limit?: Visibility): Promise<void> {
  if (editor.isOccupied || editor.isLeaving) return;
  const pressed = editor.read();
  // A pending save that is sent again does not end a recording under way.
  const work = reason === "again" ? undefined : finishSections(editor.saveHooks);
  if (work && !(await sectionsFinished(editor, work)))
    return editor.showUpload({ is: "cancelled", retry: () => void saveForm(editor) });
  const form = editor.read();
  const before = editor.target.pendingSave;
  const asked = reason === "asked" ? pressed : (before?.content ?? pressed);
  const widest = limit ?? asked.visibility;
  const content = limitedTo(form, widest);
  const next = nextSave(content, editor.target, before);
  const isAgain = next.idempotencyKey === before?.idempotencyKey;
  const isReady = isAgain || canSend(editor, content, reason);
  const question = isReady && !isAgain ? askPublic(editor, content, editor.target) : undefined;
  if (!isReady || (question && !(await question))) {
    // The save line still shows the wait for the widgets. Writing the draft updates it.
    if (work) await editor.autosave.flush();
    return;
  }
  editor.waitsForSignIn = false;
  const delivery = await send(editor, next);
  editor.setPendingSave("pendingSave" in delivery ? delivery.pendingSave : undefined);
  if (!["cancelled", "offline", "unclear"].includes(delivery.kind)) editor.showUpload(undefined);
  await handle(editor, next, { reason, isAgain, widest }, delivery);
}

async function send(editor: Editor, next: Save): Promise<Delivery> {
  const uploading = carriesFiles(next.content);
  const progress = (part: number) => uploading && editor.uploaded(part);
  return busy(editor, async () => {
    const signal = uploading ? editor.beginUpload("sending") : editor.showUpload(undefined);
    editor.setPendingSave(next);
    await Promise.race([editor.autosave.flush(), new Promise((late) => setTimeout(late, DRAFT_WAIT))]);
    return deliver(next, { userId: editor.target.userId, now: () => editor.read() }, { progress, signal });
  });
}

/** Runs `work` while no other save can start. */
async function busy<T>(editor: Editor, work: () => Promise<T>): Promise<T> {
  editor.showBusy(true);
  editor.showState("saving");
  return editor.occupied(work).finally(() => editor.showBusy(false));
}

/** Waits for the sections to finish. False if the person cancels the wait. */
function sectionsFinished(editor: Editor, work: Promise<unknown>): Promise<boolean> {
  return busy(editor, async () => {
    const signal = editor.beginUpload("preparing");
    const stopped = new Promise<void>((stop) => signal.addEventListener("abort", () => stop(), { once: true }));
    await Promise.race([work, stopped]);
    if (signal.aborted) editor.showState("failed");
    else editor.showUpload(undefined);
    return !signal.aborted;
  });
}

/** Focuses a field, in its fold as well. */
function focusField(field: HTMLElement | null): void {
  const fold = field?.closest("details");
  if (fold) fold.open = true;
  field?.focus();
}

/** Whether the content can be saved. If the person asked for it, they are shown why not. */
function canSend(editor: Editor, content: Content, reason: Reason): boolean {
  const over = overLimit(content, editor.store.getState().target.saved);
  const alt = placed(content).shown.findIndex(({ alt }) => length(alt.trim()) > ALT);
  // The pending save is sent in any case. Later changes that cannot be saved wait for the person.
  if (reason === "again") return !over && alt < 0 && !isEmpty(content);
  if (over) {
    editor.showError(editor.text(over.message));
    if (over.field !== "audioTranscript") focusField(editor.fields.field(over.field));
    else editor.form.querySelector<HTMLElement>(".recorder-text")?.focus();
    return false;
  }
  if (alt >= 0) {
    editor.showError(editor.text("errors.alt_too_long"));
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

async function handle(editor: Editor, sent: Save, attempt: Attempt, delivery: Delivery): Promise<void> {
  switch (delivery.kind) {
    case "saved":
      return saved(editor, attempt, delivery);
    case "conflict":
      return conflict(editor, delivery);
    case "offline":
    case "unclear":
      return showPending(editor, attempt, delivery);
  }
  editor.showState("failed");
  editor.removeNotices("waiting");
  switch (delivery.kind) {
    case "signed_out":
      editor.waitsForSignIn = true;
      if (attempt.reason === "renewed") return editor.showError(editor.text("editor.toast.not_authenticated"));
      return askToSignIn(editor);
    case "other_person":
      return editor.showError(editor.text("errors.account_mismatch"));
    case "cancelled":
      return editor.showUpload({ is: "cancelled", retry: () => void saveForm(editor) });
    case "refused":
      if (delivery.code === "entry_not_found" && editor.target.entryId) showGone(editor);
      // Later changes may be accepted.
      else if (attempt.isAgain && !isUnchanged(sent, editor.read()))
        return saveForm(editor, attempt.reason, attempt.widest);
      return editor.showError(delivery.message ?? failureText(editor));
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

/** The draft has the pending save. Without a draft this page has to stay open. */
function showPending(editor: Editor, { reason }: Attempt, delivery: Unanswered): void {
  const hasFiles = carriesFiles(delivery.pendingSave.content);
  if (hasFiles) editor.showUpload({ is: "lost", retry: () => void saveForm(editor) });
  const message = delivery.kind === "unclear" ? reasonOf(editor, delivery) : undefined;
  if (!editor.safe || !editor.dirty) {
    editor.showState("failed");
    editor.showError(message ?? editor.text(failureKey(editor)));
    return;
  }
  if (isWaitingForPerson(editor.target)) {
    editor.showState("stuck");
    editor.showError(message ?? failureText(editor));
    return;
  }
  editor.showState(message ? "unclear" : "queued");
  if (reason === "again") return;
  if (message) editor.showError(message);
  // The strip of an upload says that it broke off, and the line why.
  else if (!hasFiles || !editor.places.upload)
    editor.toast({ title: editor.text("editor.toast.offline"), kind: "error" });
}

function reasonOf(editor: Editor, { message, tooLarge }: Extract<Unanswered, { kind: "unclear" }>): string {
  if (message !== undefined || !tooLarge) return message ?? failureText(editor);
  return [editor.text("editor.toast.too_large"), editor.safe && editor.text("editor.toast.safe")]
    .filter(Boolean)
    .join(" ");
}

function askToSignIn(editor: Editor): void {
  askSignIn(() => {
    const waits = editor.waitsForSignIn && editor.element.isConnected;
    if (waits) editor.showError(editor.text("editor.toast.not_authenticated"));
  });
}

function failureKey(editor: Editor) {
  return editor.target.entryId ? "editor.toast.save_failed" : "editor.toast.create_failed";
}

function failureText(editor: Editor): string {
  return [editor.text(failureKey(editor)), editor.safe && editor.text("editor.toast.safe")].filter(Boolean).join(" ");
}

async function saved(editor: Editor, { reason, isAgain, widest }: Attempt, delivery: Saved): Promise<void> {
  const { entry, save: sent, rest } = delivery;
  const done = { sent: sent.content, entry };
  const now = editor.read();
  const created = sent.entryId === null;
  const unchanged = isUnchanged(sent, now);
  const title = editor.text(created ? "editor.toast.created" : "editor.toast.updated");
  // A pending save does not leave the page, since somebody may be writing.
  if (created && unchanged && reason !== "again") return leave(editor, done, title);
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
    editor.showState("saved");
    // The draft now belongs to the entry.
    if (created) await moveDraft(editor);
  } else {
    editor.fill(rest);
    await moveDraft(editor);
  }
  for (const { saved } of editor.saveHooks) saved?.(done);
  // Later changes are saved on top of it.
  const isMore = !same(limitedTo(editor.read(), widest), editor.target.saved);
  if (isAgain && !unchanged && isMore) return saveForm(editor, reason, widest);
  editor.toast(savedToast(editor, entry, title));
}

/** Says for whom the entry was saved, with the ways to read it and to change that; its card has the first as well. */
function savedToast(editor: Editor, entry: Entry, title: string): Toast {
  const action = { label: editor.text("editor.toast.view"), href: `/entry/${entry.id}` };
  const also = { label: editor.text("editor.toast.change"), href: `/entry/${entry.id}?open=visibility#visibility` };
  return { title, description: editor.text(savedFor(entry)), kind: "ok", action, also, passing: true };
}

/** The new entry is saved. The form becomes inert, since input before the next page would be lost. */
async function leave(editor: Editor, done: DoneSave, title: string): Promise<void> {
  editor.isLeaving = true;
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

async function conflict(editor: Editor, found: Conflict): Promise<void> {
  const answers = await busy(editor, () => savedAnswers(found.entry.id));
  const now = editor.read();
  editor.showState("failed");
  const decision = await decide(editor, found, { now, base: editor.target.base, answers });
  if (!decision) return editor.showError(failureText(editor));
  const { choice, content, dropsRecording } = decision;
  editor.removeNotices("waiting");
  if (choice === "back") {
    if (!editor.canAsk) editor.showError(failureText(editor));
    return editor.fields.field("text")?.focus();
  }
  // Content that the choice leaves out is stashed first.
  if ((choice === "remote" || dropsRecording) && !(await stash(editor, now))) return;
  editor.adopt(found.entry);
  // The line now describes the draft.
  editor.store.dispatch({ type: "status", change: { isFailed: false } });
  editor.fill(content);
  await moveDraft(editor);
  if (choice === "local") return saveForm(editor, "asked", content.visibility);
  editor.fields.field("text")?.focus();
}
