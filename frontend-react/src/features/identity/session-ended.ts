// Somebody ended this browser's session from another device: what is left of the account goes, its unsaved words to the clipboard.

import { send } from "../../shared/events";
import { parse, type Texts, t } from "../../shared/i18n";
import { endSession, removeAccount } from "../../shared/sign-out";
import { ask } from "../../shared/ui/ask";
import { wordsOf } from "../entry-editor/copy";
import { databaseExists } from "../entry-editor/draft/database";
import { anyInterrupted, readAllDrafts } from "../entry-editor/draft/drafts";

/**
 * Without an answer everything stays: the person may sign in again and write on. So it does where there are photos or recordings,
 * which cannot be copied and would be lost.
 */
export async function clearEnded(): Promise<void> {
  const texts = parse<Texts>(document.body.dataset.toastTexts, {});
  const hasDrafts = await databaseExists();
  const drafts = hasDrafts ? await readAllDrafts() : [];
  const holdsFiles = drafts.some(({ files, audioFile }) => files.length > 0 || audioFile !== null);
  if (holdsFiles || (hasDrafts && (await anyInterrupted()))) return;
  if (drafts.length > 0) {
    const [question, yes, no] = [
      t(texts, "toast.ended.question"),
      t(texts, "toast.ended.remove"),
      t(texts, "toast.ended.later"),
    ];
    if (!(await ask(question, yes, no))) return;
    try {
      await navigator.clipboard.writeText(drafts.flatMap(wordsOf).join("\n\n"));
    } catch (error) {
      console.warn(error);
      send("app:toast", { title: t(texts, "toast.ended.not_copied"), kind: "error" });
      return;
    }
  }
  await removeAccount();
  // The server says so until then.
  await endSession();
  if (drafts.length > 0) send("app:toast", { title: t(texts, "toast.ended.done"), kind: "ok" });
}
