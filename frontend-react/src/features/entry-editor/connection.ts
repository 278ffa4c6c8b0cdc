// A page sends its form's pending save again when the connection is back.
import { on } from "../../events";
import { save } from "./save";
import type { Editor } from "./session";

/** Milliseconds between attempts, at first and at most: a connection may take a moment after the browser reports it. */
const PAUSE = { first: 2000, most: 60_000 };

export function watchConnection(editor: Editor, signal: AbortSignal): void {
  let pause = PAUSE.first;
  let timer: ReturnType<typeof setTimeout>;
  const waits = () => {
    return editor.hasPendingSave && !editor.sending && "ready" in editor.element.dataset;
  };
  const again = () => {
    clearTimeout(timer);
    if (waits() && navigator.onLine && document.visibilityState === "visible") void save(editor, "again");
    timer = setTimeout(later, pause);
  };
  const later = () => {
    pause = waits() ? Math.min(2 * pause, PAUSE.most) : PAUSE.first;
    again();
  };
  const now = () => {
    pause = PAUSE.first;
    again();
  };
  const ready = () => {
    if (editor.target.pendingSave?.needsDecision && decides()) void save(editor);
    else now();
  };
  editor.element.addEventListener("entry-ready", ready, { signal });
  window.addEventListener("online", now, { signal });
  document.addEventListener("visibilitychange", now, { signal });
  timer = setTimeout(later, pause);
  // A draft of another day that is offered here may have been sent meanwhile.
  const stop = on("app:draft-sent", ({ key }) => editor.removeNotices(key));
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    stop();
  });
}

/** Whether somebody came through the link of a save that needs a decision. True once. */
function decides(): boolean {
  if (location.hash !== "#decide") return false;
  history.replaceState(history.state, "", location.pathname + location.search);
  return true;
}
