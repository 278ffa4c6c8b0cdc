import type { Entry } from "../domain";
import { carryToast, send } from "../events";
import { go } from "../navigate";
import { askConflict } from "./conflict";
import { type Content, contentOf, isEmpty, same, sameWords, savedOf } from "./content";
import { overLimit } from "./counter";
import type { Editor } from "./editor";
import { textField } from "./fields";
import { afterSave, bothTexts, mineOver } from "./merge";
import { putAside } from "./offer";
import { type Outcome, sendEntry } from "./send";

/** Milliseconds that a save waits for the draft to be on this device. */
const DRAFT_WAIT = 1500;

/** Milliseconds that the sign-in dialog may take to open. */
const DIALOG_WAIT = 1000;

/** Sends the form once; `renewed` after a new sign-in. */
export async function save(editor: Editor, renewed = false): Promise<void> {
  if (editor.sending || editor.left) return;
  const content = editor.read();
  if (!worthSending(editor, content)) return;
  editor.sending = true;
  const uploading = content.files.length > 0;
  editor.busy(0, uploading);
  editor.say("saving");
  let outcome: Outcome;
  try {
    await Promise.race([editor.autosave.flush(), new Promise((late) => setTimeout(late, DRAFT_WAIT))]);
    outcome = await sendEntry(content, editor.base, (part) => editor.busy(part, uploading));
  } finally {
    editor.sending = false;
    editor.busy(undefined);
  }
  await settle(editor, content, outcome, renewed);
}

function worthSending(editor: Editor, content: Content): boolean {
  const over = overLimit(content);
  if (over) {
    editor.complain(editor.text(over.message));
    textField(editor.form, over.field)?.focus();
    return false;
  }
  if (!isEmpty(content)) return true;
  const title = editor.text("editor.toast.empty_title");
  editor.toast({ title, description: editor.text("editor.toast.empty_text"), kind: "error" });
  return false;
}

async function settle(editor: Editor, sent: Content, outcome: Outcome, renewed: boolean): Promise<void> {
  if (outcome.kind === "saved") return saved(editor, sent, outcome.entry);
  if (outcome.kind === "conflict") return conflict(editor, sent, outcome.entry, outcome.exists);
  editor.say("failed");
  switch (outcome.kind) {
    case "signed_out":
      if (renewed) return editor.complain(editor.text("editor.toast.not_authenticated"));
      return askSignIn(editor);
    case "other_person":
      return editor.complain(editor.text("errors.account_mismatch"));
    case "offline":
      editor.unanswered = sent;
      return editor.complain(editor.text(editor.safe ? "editor.toast.offline" : failed(editor)));
    case "refused":
      return editor.complain(outcome.message ?? words(editor));
  }
}

/** The dialog is another module's; where that did not come, nobody hears. */
function askSignIn(editor: Editor): void {
  editor.waitsForSignIn = true;
  send("app:sign-in", { reason: "again" });
  setTimeout(() => {
    const unheard = editor.waitsForSignIn && editor.element.isConnected && !document.querySelector("#sign-in[open]");
    if (unheard) editor.complain(editor.text("editor.toast.not_authenticated"));
  }, DIALOG_WAIT);
}

function failed(editor: Editor) {
  return editor.base.entryId ? "editor.toast.save_failed" : "editor.toast.create_failed";
}

function words(editor: Editor): string {
  return [editor.text(failed(editor)), editor.safe && editor.text("editor.toast.safe")].filter(Boolean).join(" ");
}

async function saved(editor: Editor, sent: Content, entry: Entry): Promise<void> {
  const now = editor.read();
  const unchanged = same(now, sent);
  const created = editor.base.entryId === null;
  const title = editor.text(created ? "editor.toast.created" : "editor.toast.updated");
  editor.unanswered = undefined;
  if (created && unchanged) return leave(editor, title);
  editor.adopt(entry);
  if (unchanged) {
    const { images, mainImageIndex, emojis, mood } = editor.base.saved;
    editor.fill({ ...now, images, files: [], mainImageIndex, emojis, mood });
    await editor.autosave.forget();
    editor.say("saved");
  } else {
    editor.fill(afterSave(now, sent, savedOf(entry)));
    await moveDraft(editor);
  }
  editor.toast({ title, kind: "ok" });
  editor.element.dispatchEvent(new CustomEvent("entry-saved"));
}

/** The new entry is on the server and nothing was typed since. What came now, before the next page, would be lost. */
async function leave(editor: Editor, title: string): Promise<void> {
  editor.left = true;
  editor.element.inert = true;
  const forgotten = editor.autosave.forget();
  editor.autosave.stop();
  await forgotten;
  carryToast({ title, kind: "ok" });
  go(editor.element.dataset.nextCreate ?? "/dashboard");
}

/** The draft of what is in the form, at its new place before the old one goes. */
async function moveDraft(editor: Editor): Promise<void> {
  await editor.autosave.follow();
  await editor.autosave.flush();
}

async function conflict(editor: Editor, sent: Content, entry: Entry, exists: boolean): Promise<void> {
  const saves = savedOf(entry);
  const theirs = contentOf(saves);
  if (arrivedBefore(editor, sent, theirs)) return saved(editor, sent, entry);
  const now = editor.read();
  const mine = mineOver(now, editor.base.saved, theirs);
  const dialog = editor.element.querySelector<HTMLDialogElement>("dialog[data-conflict]");
  editor.say("failed");
  if (!dialog) return editor.complain(words(editor));
  const choice = await askConflict(dialog, { mine, theirs, exists }, editor.texts);
  if (choice === "back") return textField(editor.form, "text")?.focus();
  if (choice === "theirs") await putAside(editor, now);
  editor.adopt(entry);
  editor.fill(choice === "mine" ? mine : choice === "merge" ? bothTexts(mine, theirs) : theirs);
  await moveDraft(editor);
  if (choice === "mine") return save(editor);
  textField(editor.form, "text")?.focus();
}

/** The same content is there already: an earlier try was saved and only its answer was lost. */
function arrivedBefore(editor: Editor, sent: Content, theirs: Content): boolean {
  if (!sameWords(sent, theirs)) return false;
  if (sent.files.length === 0) return same(sent, theirs);
  const tried = editor.unanswered && same(sent, editor.unanswered);
  return Boolean(tried) && sent.images.length + sent.files.length === theirs.images.length;
}
