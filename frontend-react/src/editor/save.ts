import type { Entry } from "../domain";
import { carryToast, type Toast } from "../events";
import { ALT } from "../limits";
import { go } from "../navigate";
import { askSignIn } from "../sign-in";
import { arranged, placed } from "./arrangement";
import { askConflict, savedAnswers } from "./conflict";
import { type Content, contentOf, isEmpty, same, sameEntry, savedOf } from "./content";
import { copyWords } from "./copy";
import { length, overLimit } from "./counter";
import type { Editor } from "./editor";
import { textField } from "./fields";
import { finishWidgets, leavingMessages } from "./finish";
import { afterSave, bothRecorded, mergeContents, mergeTexts } from "./merge";
import {
  afterNoAnswer,
  carriesFiles,
  findArrived,
  isSameAsSent,
  type PendingSave,
  type SentContent,
  withAttempt,
} from "./pending-save";
import { markSaved } from "./recording-id";
import { type Outcome, sendEntry } from "./send";
import { stash } from "./stash";

/** Why a save starts: the person asked for it, signed in again for it, or a pending save is sent again. */
export type Reason = "asked" | "renewed" | "again";

/** What was sent, and the pending save before it. */
type SaveAttempt = { sent: Content; before: PendingSave | undefined; reason: Reason };

/** Milliseconds that a save waits for the draft to be written. */
const DRAFT_WAIT = 1500;

/** Sends the form once. */
export async function save(editor: Editor, reason: Reason = "asked"): Promise<void> {
  if (editor.sending || editor.left) return;
  // A pending save that is sent again does not end a recording under way.
  const work = reason === "again" ? undefined : finishWidgets(editor.form);
  if (work && !(await prepared(editor, work))) return editor.upload.stopped("cancelled", () => void save(editor));
  const content = editor.read();
  if (!worthSending(editor, content, reason)) {
    // The save line still shows the wait for the widgets. Writing the draft updates it.
    if (work) await editor.autosave.flush();
    return;
  }
  editor.waitsForSignIn = false;
  const { pendingSave: before } = editor.target;
  const pendingSave = withAttempt(content, before, editor.target);
  const uploading = carriesFiles(content);
  const progress = (part: number) => {
    editor.busy(part, uploading);
    if (uploading) editor.upload.progress(part);
  };
  const outcome = await busy(editor, uploading, async () => {
    const signal = uploading ? editor.upload.begin("sending") : editor.upload.end();
    editor.setPendingSave(pendingSave);
    await Promise.race([editor.autosave.flush(), new Promise((late) => setTimeout(late, DRAFT_WAIT))]);
    return sendEntry(content, editor.target, { progress, signal });
  });
  editor.setPendingSave(pendingSaveAfter(outcome, content, pendingSave, before));
  if (!["cancelled", "offline", "unclear"].includes(outcome.kind)) editor.upload.end();
  await settle(editor, { sent: content, before, reason }, outcome);
}

/** The pending save after an outcome: to be sent again, or to be recognised if it arrived. */
function pendingSaveAfter(
  outcome: Outcome,
  content: Content,
  pendingSave: PendingSave,
  before: PendingSave | undefined,
): PendingSave | undefined {
  switch (outcome.kind) {
    case "saved":
    case "conflict":
      return undefined;
    case "offline":
    case "unclear":
      return afterNoAnswer(pendingSave, content, outcome);
    case "signed_out":
      return pendingSave;
    case "cancelled":
      // A cancelled save may have arrived, but is not sent again automatically.
      return { ...pendingSave, needsDecision: true };
    case "refused":
    case "other_person":
      // This attempt was refused; earlier ones may have arrived.
      return before && { ...before, needsDecision: true };
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
    const signal = editor.upload.begin("preparing");
    const stopped = new Promise<void>((stop) => signal.addEventListener("abort", () => stop(), { once: true }));
    await Promise.race([work, stopped]);
    if (signal.aborted) editor.say("failed");
    else editor.upload.end();
    return !signal.aborted;
  });
}

function worthSending(editor: Editor, content: Content, reason: Reason): boolean {
  const over = overLimit(content);
  if (reason === "again" && (over || isEmpty(content))) {
    // The content was valid when it was sent and changed since, so the person decides.
    const { pendingSave } = editor.target;
    editor.setPendingSave(pendingSave && { ...pendingSave, needsDecision: true });
    return false;
  }
  if (over) {
    editor.complain(editor.text(over.message));
    textField(editor.form, over.field)?.focus();
    return false;
  }
  const alt = placed(content).shown.findIndex(({ alt }) => length(alt.trim()) > ALT);
  if (alt >= 0) {
    editor.complain(editor.text("errors.alt_too_long"));
    editor.form.querySelectorAll<HTMLElement>(".dropzone-alt")[alt]?.focus();
    return false;
  }
  if (!isEmpty(content)) return true;
  const title = editor.text("editor.toast.empty_title");
  editor.toast({ title, description: editor.text("editor.toast.empty_text"), kind: "error" });
  return false;
}

async function settle(editor: Editor, attempt: SaveAttempt, outcome: Outcome): Promise<void> {
  if (outcome.kind === "saved") return saved(editor, attempt, outcome.entry);
  if (outcome.kind === "conflict") return conflict(editor, attempt, outcome.entry, outcome.exists);
  if (outcome.kind === "offline" || outcome.kind === "unclear") return showPending(editor, attempt, outcome);
  editor.say("failed");
  switch (outcome.kind) {
    case "signed_out":
      editor.waitsForSignIn = true;
      if (attempt.reason === "renewed") return editor.complain(editor.text("editor.toast.not_authenticated"));
      return askWhoIsThere(editor);
    case "other_person":
      return editor.complain(editor.text("errors.account_mismatch"));
    case "cancelled":
      return editor.upload.stopped("cancelled", () => void save(editor));
    case "refused":
      if (outcome.code === "entry_not_found" && editor.target.entryId) showGone(editor);
      return editor.complain(outcome.message ?? failureText(editor));
  }
}

/** The entry was deleted elsewhere. Its text stays in the form, and the notice offers where to take it. */
function showGone(editor: Editor): void {
  const leave = (path: string) => async () => {
    await editor.autosave.flush();
    if (editor.safe) go(path);
  };
  editor.notices.show("gone", editor.text("editor.kept.gone"), [
    { label: editor.text("editor.kept.today"), run: leave("/create") },
    { label: editor.text("editor.kept.bin"), run: leave("/bin") },
    { label: editor.text("editor.kept.copy"), run: () => void copyWords(editor.read(), editor.texts) },
  ]);
}

type Unanswered = Extract<Outcome, { kind: "offline" | "unclear" }>;

/** The draft has the pending save. Without a draft this page has to stay open. */
function showPending(editor: Editor, { sent, reason }: SaveAttempt, outcome: Unanswered): void {
  if (carriesFiles(sent)) editor.upload.stopped("lost", () => void save(editor));
  const message = outcome.kind === "unclear" ? (outcome.message ?? failureText(editor)) : undefined;
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
  else editor.toast({ title: editor.text("editor.toast.offline"), kind: "error" });
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

async function saved(editor: Editor, { sent, reason }: SaveAttempt, entry: Entry): Promise<void> {
  const now = editor.read();
  const created = editor.target.entryId === null;
  const unchanged = created ? same(now, sent) : sameEntry(now, sent);
  const title = editor.text(created ? "editor.toast.created" : "editor.toast.updated");
  // A pending save does not leave the page, since somebody may be writing.
  if (created && unchanged && reason !== "again") return leave(editor, entry, title);
  adoptAfter(editor, sent, entry);
  if (unchanged) {
    const { summarySource, emojis, mood, audio } = editor.target.saved;
    const pictures = arranged(placed(editor.target.saved));
    const reflectionAnswers = created ? [] : now.reflectionAnswers;
    const fields = { summarySource, emojis, mood, audio };
    editor.fill({ ...now, ...pictures, ...fields, audioFile: null, reflectionAnswers });
    // Answers that are not saved yet stay in the draft.
    await (reflectionAnswers.length > 0 ? editor.autosave.flush() : editor.autosave.forget());
    editor.say("saved");
    // From now on the draft belongs to the entry.
    if (created) await moveDraft(editor);
  } else {
    editor.fill(afterSave(now, sent, editor.target.saved));
    await moveDraft(editor);
  }
  editor.toast(savedToast(editor, entry, title));
  editor.element.dispatchEvent(new CustomEvent("entry-saved"));
}

/** With the way to read the entry, which its card has as well. */
function savedToast(editor: Editor, entry: Entry, title: string): Toast {
  const action = { label: editor.text("editor.toast.view"), href: `/entry/${entry.id}` };
  return { title, kind: "ok", action, passing: true };
}

/** From now on the form is about `entry`, which has the sent content. */
function adoptAfter(editor: Editor, { audioFile }: SentContent, entry: Entry): void {
  editor.adopt(entry);
  markSaved(audioFile, editor.target.saved.audio);
}

/** The new entry is saved. The form becomes inert, since input before the next page would be lost. */
async function leave(editor: Editor, entry: Entry, title: string): Promise<void> {
  editor.left = true;
  editor.element.inert = true;
  const forgotten = editor.autosave.forget();
  editor.autosave.stop();
  await forgotten;
  const description = leavingMessages(editor.form);
  carryToast({ ...savedToast(editor, entry, title), ...(description && { description }) });
  go(editor.element.dataset.nextCreate ?? "/dashboard");
}

/** Moves the draft to the key of the form's entry; the new one is written before the old one is deleted. */
async function moveDraft(editor: Editor): Promise<void> {
  await editor.autosave.moveToKey();
  await editor.autosave.flush();
}

/** An earlier attempt created the entry. Whether its answers arrived is not known: the reflection block saves the missing ones. */
async function continueWithCreated(editor: Editor, sent: Content, entry: Entry): Promise<void> {
  const now = editor.read();
  adoptAfter(editor, sent, entry);
  editor.fill(afterSave(now, { ...sent, reflectionAnswers: [] }, editor.target.saved));
  await moveDraft(editor);
  editor.toast({ title: editor.text("editor.toast.created"), kind: "ok" });
  editor.element.dispatchEvent(new CustomEvent("entry-saved"));
}

async function conflict(editor: Editor, attempt: SaveAttempt, entry: Entry, exists: boolean): Promise<void> {
  const remote = contentOf(savedOf(entry));
  const arrived = findArrived(attempt.before, remote, entry);
  const { sent } = attempt;
  if (sameEntry(sent, remote) || (arrived && isSameAsSent(arrived, sent))) {
    return exists && sent.reflectionAnswers.length > 0
      ? continueWithCreated(editor, sent, entry)
      : saved(editor, attempt, entry);
  }
  if (arrived) {
    // An earlier attempt arrived, and only its answer was lost: later changes are saved on top of it.
    adoptAfter(editor, arrived, entry);
    editor.fill(afterSave(editor.read(), arrived, remote));
    await moveDraft(editor);
    return save(editor, attempt.reason);
  }
  const answers = await busy(editor, false, () => savedAnswers(entry.id));
  const now = editor.read();
  const local = mergeContents(now, editor.target.base, remote);
  const dialog = editor.element.querySelector<HTMLDialogElement>("dialog[data-conflict]");
  editor.say("failed");
  if (!dialog) return editor.complain(failureText(editor));
  const choice = await askConflict(dialog, { local, remote, entry, exists, answers }, editor.texts);
  if (choice === "back") return textField(editor.form, "text")?.focus();
  // Content that the choice leaves out is stashed first.
  const leavesOut = choice === "remote" || (choice === "merge" && bothRecorded(local));
  if (leavesOut && !(await stash(editor, now))) return;
  editor.adopt(entry);
  editor.fill(choice === "local" ? local : choice === "merge" ? mergeTexts(local, remote) : remote);
  await moveDraft(editor);
  if (choice === "local") return save(editor);
  textField(editor.form, "text")?.focus();
}
