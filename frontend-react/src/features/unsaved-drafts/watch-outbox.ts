import { send } from "../../shared/events";
import { parse, type Texts, t } from "../../shared/i18n";
import { databaseExists } from "../entry-editor/draft/database";
import { readDrafts } from "../entry-editor/draft/drafts";
import type { Result } from "../entry-editor/save/outbox";
import { NAMED } from "../entry-editor/state/visibility";
import { dayName } from "../entry-editor/times";
import { editorOf } from "./unsaved-notice";

/** Milliseconds until the next attempt while a draft still waits, at first and at most. */
const PAUSE = { first: 2000, most: 60_000 };

let pause = PAUSE.first;
let running: Promise<boolean> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends the pending drafts: now, when the connection is back, and from time to time. */
export async function watchOutbox(): Promise<void> {
  window.addEventListener("online", () => {
    pause = PAUSE.first;
    void sendWaiting();
  });
  await sendWaiting();
}

async function sendWaiting(): Promise<void> {
  clearTimeout(timer);
  running ??= sendAll()
    .catch((error) => {
      // The script may fail to load without a connection.
      console.error(error);
      return true;
    })
    .finally(() => {
      running = undefined;
    });
  if (!(await running)) return;
  clearTimeout(timer);
  timer = setTimeout(() => void sendWaiting(), pause);
  pause = Math.min(2 * pause, PAUSE.most);
}

/** Whether a draft is still waiting. */
async function sendAll(): Promise<boolean> {
  const { userId } = document.documentElement.dataset;
  if (!userId || !(await databaseExists())) return false;
  await editorReady();
  if (!(await readDrafts(userId)).some(({ pendingSave }) => pendingSave && !pendingSave.needsDecision)) return false;
  const { sendOutbox } = await import("../entry-editor/save/outbox");
  let isWaiting = false;
  await sendOutbox(userId, (result) => {
    if (result.kind === "later") isWaiting = true;
    else showResult(result);
  });
  return isWaiting;
}

function showResult(result: Exclude<Result, { kind: "later" }>): void {
  const { draft } = result;
  const texts = parse<Texts>(document.body.dataset.toastTexts, {});
  const date = dayName(draft.date);
  const label = t(texts, "toast.outbox.open");
  if (result.kind === "sent") {
    send("app:draft-sent", { key: draft.key });
    const action = { label, href: `/entry/${result.entryId}` };
    const description = t(texts, NAMED[result.visibility]);
    send("app:toast", { title: t(texts, "toast.outbox.sent", { date }), description, kind: "ok", action });
  } else {
    const action = { label, href: `${editorOf(draft)}#decide` };
    const description =
      result.message ?? t(texts, result.uploadFailed ? "toast.outbox.stuck_text" : "toast.outbox.asks_text");
    send("app:toast", { title: t(texts, "toast.outbox.asks", { date }), description, kind: "error", action });
  }
}

/** Waits until the page's editor has taken its own draft. */
function editorReady(): Promise<unknown> {
  const form = document.querySelector<HTMLElement>("entry-form");
  if (!form || "ready" in form.dataset) return Promise.resolve();
  return new Promise((ready) => form.addEventListener("entry-ready", ready, { once: true }));
}
