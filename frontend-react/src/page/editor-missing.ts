// Where the editor's own script does not come, nothing of what is written there is kept. Browsers do not ask again for a
// script that failed: the page is loaded again once, unless somebody has begun already. Then it says so.
import { send } from "../events";
import { reload } from "../navigate";
import { hasCome, isFirstTry } from "./awaited";

/** Milliseconds that the editor may take once the page is there. */
const PATIENCE = 8000;

/** What leaves something in the form. */
const DEEDS = ["input", "change", "island-change", "drop", "paste"];

export function watchEditor(): void {
  const editor = document.querySelector<HTMLElement>("entry-form");
  if (!editor) return;
  if ("ready" in editor.dataset) {
    hasCome("awaited editor");
    return;
  }
  const came = new AbortController();
  const { signal } = came;
  let hasDone = false;
  let isTold = false;
  const done = () => {
    hasDone = true;
  };
  for (const name of DEEDS) editor.addEventListener(name, done, { signal });
  const isBegun = () => hasDone || wordsIn(editor).length > 0;
  let isTouched = editor.contains(document.activeElement);
  const touched = () => {
    isTouched = true;
  };
  for (const name of ["pointerdown", "keydown"]) editor.addEventListener(name, touched, { signal });
  const say = () => {
    clearTimeout(timer);
    if (!isTold) tell(editor, signal);
    isTold = true;
  };
  const timer = setTimeout(say, PATIENCE);
  signal.addEventListener("abort", () => clearTimeout(timer));
  const failed = () => {
    // A page that has not come whole has not come: what loads it would wait for it.
    if (document.readyState !== "complete") {
      window.addEventListener("load", () => setTimeout(failed), { signal, once: true });
      return;
    }
    if (isTold || isTouched || isBegun() || !isFirstTry("awaited editor")) say();
    else reload();
  };
  editor.addEventListener("entry-missing", failed, { signal, once: true });
  const ready = () => {
    hasCome("awaited editor");
    came.abort();
  };
  editor.addEventListener("entry-ready", ready, { signal, once: true });
  // There is no draft that could bring it back.
  const asks = (event: BeforeUnloadEvent) => isBegun() && event.preventDefault();
  window.addEventListener("beforeunload", asks, { signal });
  // It failed before this script came.
  if ("missing" in editor.dataset) failed();
}

/** What was written on this page. */
function wordsIn(editor: HTMLElement): string[] {
  const fields = editor.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>("textarea, input[type=text]");
  const written = [...fields].filter(({ value, defaultValue }) => value !== defaultValue);
  return written.map(({ value }) => value).filter((words) => words.trim());
}

/** The words for it came with the page: whatever else is asked for may fail as well. */
function tell(editor: HTMLElement, came: AbortSignal): void {
  const notice = editor.querySelector<HTMLElement>("[data-missing-notice]");
  if (!notice) return;
  const [copy, again] = notice.querySelectorAll("button");
  copy?.addEventListener("click", () => void takeAway(copy, wordsIn(editor)), { signal: came });
  again?.addEventListener("click", reload, { signal: came });
  notice.hidden = false;
  came.addEventListener("abort", () => {
    notice.hidden = true;
  });
}

async function takeAway(button: HTMLButtonElement, words: string[]): Promise<void> {
  const { copied, notCopied } = button.dataset;
  try {
    await navigator.clipboard.writeText(words.join("\n\n"));
    send("app:toast", { title: copied ?? "", kind: "ok" });
  } catch (error) {
    console.error(error);
    send("app:toast", { title: notCopied ?? "", kind: "error" });
  }
}
