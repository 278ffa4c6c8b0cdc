// Ends the session and removes everything of the account from this browser.

import { flushAll, stopAll } from "../features/entry-editor/draft/autosave";
import { endDatabase } from "../features/entry-editor/draft/database";
import { anyDrafts } from "../features/entry-editor/draft/drafts";
import { tellOtherTabs } from "../features/identity/signed-out";
import { endWorker } from "../features/offline/worker";
import { endTicket } from "../features/unsaved-drafts/shown-ticket";
import { call, forgetToken } from "./auth";
import { writeCookie } from "./cookie";
import { type SignOutTexts, send } from "./events";
import { go } from "./navigate";
import { ask } from "./ui/ask";

/** Preferences of the browser, not of the account. */
const KEPT = ["language", "theme"];

/** Milliseconds that removing may take: another tab can keep the database open, and then it is deleted when that tab closes it. */
const TIMEOUT = 2000;

/** Asks first if a draft would be lost. Nothing is removed before the server has ended the session. */
export async function signOut(texts: SignOutTexts): Promise<void> {
  await flushAll();
  const unsaved = await anyDrafts().catch(() => false);
  if (unsaved && !(await ask(texts.confirm, texts.yes, texts.no))) return;
  if (!(await endSession())) return send("app:toast", { title: texts.failed, kind: "error" });
  await removeAccount();
  go("/");
}

/** Removes everything of the account from this browser. */
export async function removeAccount(): Promise<void> {
  stopAll();
  forgetToken();
  // Before the drafts are deleted, so that what other tabs write while they close is deleted too.
  tellOtherTabs();
  clearStorage();
  const removed = Promise.allSettled([endDatabase(), endWorker().then(clearCaches)]);
  await Promise.race([removed, new Promise((late) => setTimeout(late, TIMEOUT))]);
}

export async function endSession(): Promise<boolean> {
  try {
    const answer = await call("/api/auth/session", { method: "DELETE", quietly: true });
    return answer.ok || answer.status === 401;
  } catch {
    return false;
  }
}

async function clearCaches(): Promise<void> {
  if (!("caches" in window)) return;
  for (const name of await caches.keys()) await caches.delete(name);
}

function clearStorage(): void {
  try {
    endTicket();
    // The cookie mirrors storage that is cleared below.
    writeCookie("feed", "", { seconds: 0 });
    sessionStorage.clear();
    for (const key of Object.keys(localStorage)) if (!KEPT.includes(key)) localStorage.removeItem(key);
  } catch {
    // There is no storage to clear.
  }
}
