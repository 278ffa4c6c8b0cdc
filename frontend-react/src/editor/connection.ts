// A save that got no answer is tried again by the page that has its form.
import { on } from "../events";
import type { Editor } from "./editor";
import { save } from "./save";

/** Milliseconds between tries where nothing says that the connection is back: the server may have been away. */
const PAUSE = 60_000;

export function watchConnection(editor: Editor, signal: AbortSignal): void {
  const again = () => {
    const waits = editor.base.outgoing && !editor.sending && "ready" in editor.element.dataset;
    if (waits && navigator.onLine && document.visibilityState === "visible") void save(editor, "again");
  };
  editor.element.addEventListener("entry-ready", again, { signal });
  window.addEventListener("online", again, { signal });
  document.addEventListener("visibilitychange", again, { signal });
  const timer = setInterval(again, PAUSE);
  // A text of another day that is offered here may have been sent meanwhile.
  const stop = on("app:draft-sent", ({ key }) => editor.notices.remove(key));
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    stop();
  });
}
