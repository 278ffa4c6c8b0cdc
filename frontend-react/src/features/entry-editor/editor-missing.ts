// The editor's script did not load, so no draft is kept. Browsers do not request a failed script again, so the page is
// reloaded once. A notice is shown instead if somebody has already started writing.

import { copyText } from "../../shared/copy";
import { reload } from "../../shared/navigate";
import { clearReloadGuard, mayReload } from "../../shared/reload-guard";

/** Milliseconds that the editor may take to start once the page is there. */
const TIMEOUT = 8000;

/** Events after which somebody uses the form; after `EDITS` it holds something. */
const TOUCHES = ["pointerdown", "keydown"];
const EDITS = ["input", "change", "drop", "paste"];

export function watchEditor(): void {
  const editor = document.querySelector<HTMLElement>("entry-form");
  if (!editor) return;
  if ("ready" in editor.dataset) {
    clearReloadGuard("reload-guard editor");
    return;
  }
  const started = new AbortController();
  const { signal } = started;
  let isShown = false;
  let wasEdited = false;
  let isTouched = editor.contains(document.activeElement);
  const used = ({ type }: Event) => {
    isTouched = true;
    wasEdited ||= EDITS.includes(type);
  };
  for (const name of [...TOUCHES, ...EDITS]) editor.addEventListener(name, used, { signal });
  const isEdited = () => wasEdited || wordsIn(editor).length > 0;
  const showNotice = () => {
    clearTimeout(timer);
    if (!isShown) fillNotice(editor, signal);
    isShown = true;
  };
  const timer = setTimeout(showNotice, TIMEOUT);
  signal.addEventListener("abort", () => clearTimeout(timer));
  const failed = () => {
    // The reload waits until the page has finished loading.
    if (document.readyState !== "complete") {
      window.addEventListener("load", () => setTimeout(failed), { signal, once: true });
      return;
    }
    if (isShown || isTouched || isEdited() || !mayReload("reload-guard editor")) showNotice();
    else reload();
  };
  editor.addEventListener("entry-missing", failed, { signal, once: true });
  const ready = () => {
    clearReloadGuard("reload-guard editor");
    started.abort();
  };
  editor.addEventListener("entry-ready", ready, { signal, once: true });
  // No draft can be restored without the editor's script.
  const asks = (event: BeforeUnloadEvent) => isEdited() && event.preventDefault();
  window.addEventListener("beforeunload", asks, { signal });
  // The editor's script failed before this script ran.
  if ("missing" in editor.dataset) failed();
}

/** The text that was typed on this page. */
function wordsIn(editor: HTMLElement): string[] {
  const fields = editor.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>("textarea, input[type=text]");
  const written = [...fields].filter(({ value, defaultValue }) => value !== defaultValue);
  return written.map(({ value }) => value).filter((words) => words.trim());
}

/** The notice came hidden with the page, since any further request may fail as well. */
function fillNotice(editor: HTMLElement, started: AbortSignal): void {
  const notice = editor.querySelector<HTMLElement>("[data-missing-notice]");
  if (!notice) return;
  const [copy, again] = notice.querySelectorAll("button");
  const { copied = "", notCopied = "" } = copy?.dataset ?? {};
  const copyAll = () => void copyText(wordsIn(editor).join("\n\n"), copied, notCopied);
  copy?.addEventListener("click", copyAll, { signal: started });
  again?.addEventListener("click", reload, { signal: started });
  notice.hidden = false;
  started.addEventListener("abort", () => {
    notice.hidden = true;
  });
}
