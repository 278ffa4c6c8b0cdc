import type { Entry } from "../domain";
import { carryToast } from "../events";
import { ALT } from "../limits";
import { go } from "../navigate";
import { askSignIn } from "../sign-in";
import { arranged, placed } from "./arrangement";
import { keptAside } from "./aside";
import { askConflict, savedAnswers } from "./conflict";
import { type Content, contentOf, isEmpty, same, sameEntry, savedOf } from "./content";
import { copyWords } from "./copy";
import { length, overLimit } from "./counter";
import type { Editor } from "./editor";
import { textField } from "./fields";
import { finishWidgets, lastWords } from "./finish";
import { afterSave, bothRecorded, bothTexts, mineOver } from "./merge";
import { arrived, carriesFiles, isTry, type Outgoing, type Tried, tryOf, waitingOn } from "./outgoing";
import { markSaved } from "./recording-id";
import { type Outcome, sendEntry } from "./send";

/** Why a save begins: somebody asked for it, signed in again for it, or one without an answer is tried again. */
export type Reason = "asked" | "renewed" | "again";

/** A try, and the ones before it that got no answer. */
type Try = { sent: Content; before: Outgoing | undefined; reason: Reason };

/** Milliseconds that a save waits for the draft to be on this device. */
const DRAFT_WAIT = 1500;

/** Sends the form once. */
export async function save(editor: Editor, reason: Reason = "asked"): Promise<void> {
  if (editor.sending || editor.left) return;
  // Who is speaking while the connection comes back speaks on.
  const work = reason === "again" ? undefined : finishWidgets(editor.form);
  if (work && !(await prepared(editor, work))) return editor.upload.stopped("cancelled", () => void save(editor));
  const content = editor.read();
  if (!worthSending(editor, content, reason)) {
    // The line says that it waited for the widgets; the draft has what is true.
    if (work) await editor.autosave.flush();
    return;
  }
  editor.waitsForSignIn = false;
  const { outgoing: before } = editor.base;
  const outgoing = tryOf(content, before, editor.base);
  const uploading = carriesFiles(content);
  const progress = (part: number) => {
    editor.busy(part, uploading);
    if (uploading) editor.upload.progress(part);
  };
  const outcome = await busy(editor, uploading, async () => {
    const signal = uploading ? editor.upload.begin("sending") : editor.upload.end();
    editor.sends(outgoing);
    await Promise.race([editor.autosave.flush(), new Promise((late) => setTimeout(late, DRAFT_WAIT))]);
    return sendEntry(content, editor.base, { progress, signal });
  });
  editor.sends(waitingAfter(outcome, content, outgoing, before));
  if (!["cancelled", "offline", "unclear"].includes(outcome.kind)) editor.upload.end();
  await settle(editor, { sent: content, before, reason }, outcome);
}

/** What is still to be sent, or to be known again when it is met. */
function waitingAfter(
  outcome: Outcome,
  content: Content,
  outgoing: Outgoing,
  before: Outgoing | undefined,
): Outgoing | undefined {
  switch (outcome.kind) {
    case "saved":
    case "conflict":
      return undefined;
    case "offline":
    case "unclear":
      return waitingOn(outgoing, content, outcome);
    case "signed_out":
      return outgoing;
    case "cancelled":
      // What somebody stopped may have arrived, but is not sent again behind their back.
      return { ...outgoing, asks: true };
    case "refused":
    case "other_person":
      // This try did not arrive; those before it may have.
      return before && { ...before, asks: true };
  }
}

/** Nothing else is sent meanwhile. */
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

/** Waits for what widgets have to finish; false when somebody does not want to wait. */
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
    // It was good when it was tried, and was changed since: its writer decides.
    const { outgoing } = editor.base;
    editor.sends(outgoing && { ...outgoing, asks: true });
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

async function settle(editor: Editor, tried: Try, outcome: Outcome): Promise<void> {
  if (outcome.kind === "saved") return saved(editor, tried, outcome.entry);
  if (outcome.kind === "conflict") return conflict(editor, tried, outcome.entry, outcome.exists);
  if (outcome.kind === "offline" || outcome.kind === "unclear") return waits(editor, tried, outcome);
  editor.say("failed");
  switch (outcome.kind) {
    case "signed_out":
      editor.waitsForSignIn = true;
      if (tried.reason === "renewed") return editor.complain(editor.text("editor.toast.not_authenticated"));
      return whoIsIt(editor);
    case "other_person":
      return editor.complain(editor.text("errors.account_mismatch"));
    case "cancelled":
      return editor.upload.stopped("cancelled", () => void save(editor));
    case "refused":
      if (outcome.code === "entry_not_found" && editor.base.entryId) gone(editor);
      return editor.complain(outcome.message ?? words(editor));
  }
}

/** The entry was deleted elsewhere. Its words stay, and go into today's entry or anywhere else. */
function gone(editor: Editor): void {
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

/** The draft says that it is to be sent; without one this page has to stay open. */
function waits(editor: Editor, { sent, reason }: Try, outcome: Unanswered): void {
  if (carriesFiles(sent)) editor.upload.stopped("lost", () => void save(editor));
  const message = outcome.kind === "unclear" ? (outcome.message ?? words(editor)) : undefined;
  if (!editor.safe || !editor.dirty) {
    editor.say("failed");
    editor.complain(message ?? editor.text(failed(editor)));
    return;
  }
  if (editor.stuck) {
    editor.say("stuck");
    editor.complain(message ?? words(editor));
    return;
  }
  editor.say(message ? "unclear" : "queued");
  if (reason === "again") return;
  if (message) editor.complain(message);
  else editor.toast({ title: editor.text("editor.toast.offline"), kind: "error" });
}

function whoIsIt(editor: Editor): void {
  askSignIn(() => {
    const waits = editor.waitsForSignIn && editor.element.isConnected;
    if (waits) editor.complain(editor.text("editor.toast.not_authenticated"));
  });
}

function failed(editor: Editor) {
  return editor.base.entryId ? "editor.toast.save_failed" : "editor.toast.create_failed";
}

function words(editor: Editor): string {
  return [editor.text(failed(editor)), editor.safe && editor.text("editor.toast.safe")].filter(Boolean).join(" ");
}

async function saved(editor: Editor, { sent, reason }: Try, entry: Entry): Promise<void> {
  const now = editor.read();
  const created = editor.base.entryId === null;
  const unchanged = created ? same(now, sent) : sameEntry(now, sent);
  const title = editor.text(created ? "editor.toast.created" : "editor.toast.updated");
  // Who is writing on while the connection comes back is not sent away.
  if (created && unchanged && reason !== "again") return leave(editor, title);
  adoptAfter(editor, sent, entry);
  if (unchanged) {
    const { summarySource, emojis, mood, audio } = editor.base.saved;
    const pictures = arranged(placed(editor.base.saved));
    const reflectionAnswers = created ? [] : now.reflectionAnswers;
    const fields = { summarySource, emojis, mood, audio };
    editor.fill({ ...now, ...pictures, ...fields, audioFile: null, reflectionAnswers });
    // Answers that are still on their way stay in the draft.
    await (reflectionAnswers.length > 0 ? editor.autosave.flush() : editor.autosave.forget());
    editor.say("saved");
    // What is typed from now on belongs to the entry.
    if (created) await moveDraft(editor);
  } else {
    editor.fill(afterSave(now, sent, editor.base.saved));
    await moveDraft(editor);
  }
  editor.toast({ title, kind: "ok" });
  editor.element.dispatchEvent(new CustomEvent("entry-saved"));
}

/** The form is about `entry` from now on, which holds what was sent. */
function adoptAfter(editor: Editor, { audioFile }: Tried, entry: Entry): void {
  editor.adopt(entry);
  markSaved(audioFile, editor.base.saved.audio);
}

/** The new entry is on the server and nothing was typed since. What came now, before the next page, would be lost. */
async function leave(editor: Editor, title: string): Promise<void> {
  editor.left = true;
  editor.element.inert = true;
  const forgotten = editor.autosave.forget();
  editor.autosave.stop();
  await forgotten;
  const description = lastWords(editor.form);
  carryToast({ title, kind: "ok", ...(description && { description }) });
  go(editor.element.dataset.nextCreate ?? "/dashboard");
}

/** The draft of what is in the form, at its new place before the old one goes. */
async function moveDraft(editor: Editor): Promise<void> {
  await editor.autosave.follow();
  await editor.autosave.flush();
}

/** A new entry is there already. Whether its answers came along nobody knows: the block asks, and saves those that did not. */
async function goOn(editor: Editor, sent: Content, entry: Entry): Promise<void> {
  const now = editor.read();
  adoptAfter(editor, sent, entry);
  editor.fill(afterSave(now, { ...sent, reflectionAnswers: [] }, editor.base.saved));
  await moveDraft(editor);
  editor.toast({ title: editor.text("editor.toast.created"), kind: "ok" });
  editor.element.dispatchEvent(new CustomEvent("entry-saved"));
}

async function conflict(editor: Editor, tried: Try, entry: Entry, exists: boolean): Promise<void> {
  const theirs = contentOf(savedOf(entry));
  const came = arrived(tried.before, theirs, entry);
  const { sent } = tried;
  if (sameEntry(sent, theirs) || (came && isTry(came, sent))) {
    return exists && sent.reflectionAnswers.length > 0 ? goOn(editor, sent, entry) : saved(editor, tried, entry);
  }
  if (came) {
    // An earlier try arrived, and only its answer was lost: what was changed since goes on top of it.
    adoptAfter(editor, came, entry);
    editor.fill(afterSave(editor.read(), came, theirs));
    await moveDraft(editor);
    return save(editor, tried.reason);
  }
  const answers = await busy(editor, false, () => savedAnswers(entry.id));
  const now = editor.read();
  const mine = mineOver(now, editor.base.began, theirs);
  const dialog = editor.element.querySelector<HTMLDialogElement>("dialog[data-conflict]");
  editor.say("failed");
  if (!dialog) return editor.complain(words(editor));
  const choice = await askConflict(dialog, { mine, theirs, entry, exists, answers }, editor.texts);
  if (choice === "back") return textField(editor.form, "text")?.focus();
  // Of two recordings one is left out, but not lost.
  const leavesOut = choice === "theirs" || (choice === "merge" && bothRecorded(mine));
  if (leavesOut && !(await keptAside(editor, now))) return;
  editor.adopt(entry);
  editor.fill(choice === "mine" ? mine : choice === "merge" ? bothTexts(mine, theirs) : theirs);
  await moveDraft(editor);
  if (choice === "mine") return save(editor);
  textField(editor.form, "text")?.focus();
}
