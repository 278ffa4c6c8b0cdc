// A save that got no answer is tried again by the page that has its form.
import { on } from "../events";
import type { Editor } from "./editor";
import { save } from "./save";

/** Milliseconds between tries, at first and at most: a connection that is said to be back may take a moment. */
const PAUSE = { first: 2000, most: 60_000 };

export function watchConnection(editor: Editor, signal: AbortSignal): void {
  let pause = PAUSE.first;
  let timer: ReturnType<typeof setTimeout>;
  const waits = () => {
    return editor.waits && !editor.sending && "ready" in editor.element.dataset;
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
    if (editor.base.outgoing?.asks && decides()) void save(editor);
    else now();
  };
  editor.element.addEventListener("entry-ready", ready, { signal });
  window.addEventListener("online", now, { signal });
  document.addEventListener("visibilitychange", now, { signal });
  timer = setTimeout(later, pause);
  // A text of another day that is offered here may have been sent meanwhile.
  const stop = on("app:draft-sent", ({ key }) => editor.notices.remove(key));
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    stop();
  });
}

/** Whether somebody came to decide what becomes of a text that could not be sent by itself; asked once. */
function decides(): boolean {
  if (location.hash !== "#decide") return false;
  history.replaceState(history.state, "", location.pathname + location.search);
  return true;
}
