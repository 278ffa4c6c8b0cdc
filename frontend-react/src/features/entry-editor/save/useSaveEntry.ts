import { useEffect } from "react";
import { forgetToken } from "../../../shared/auth";
import { on } from "../../../shared/events";
import { useEntry } from "../state/context";
import type { Editor } from "../state/session";
import { saveForm } from "./save-form";

/** Milliseconds between attempts, at first and at most: a connection may take a moment after the browser reports it. */
const PAUSE = { first: 2000, most: 60_000 };

/** Saves the entry: when the person asks for it, after a new sign-in, and again where a save got no answer. */
export function useSaveEntry(editor: Editor): void {
  useEffect(() => watchPerson(editor), [editor]);
  const isReady = useEntry((state) => state.isReady);
  useEffect(() => (isReady ? watchConnection(editor) : undefined), [editor, isReady]);
}

function watchPerson(editor: Editor): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const submitted = (event: Event) => {
    event.preventDefault();
    void saveForm(editor);
  };
  const pressed = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    const saves = (event.ctrlKey || event.metaKey) && !event.altKey && (key === "s" || key === "enter");
    if (!saves || event.isComposing || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    if (!event.repeat) void saveForm(editor);
  };
  editor.form.addEventListener("submit", submitted, { signal });
  document.addEventListener("keydown", pressed, { signal });
  const signedIn = ({ userId }: { userId: string }) => {
    forgetToken();
    if (userId !== editor.target.userId) return editor.showError(editor.text("errors.account_mismatch"));
    if (!editor.waitsForSignIn) return;
    editor.waitsForSignIn = false;
    void saveForm(editor, "renewed");
  };
  on("app:signed-in", signedIn, signal);
  return () => ended.abort();
}

/** Sends a pending save again when the connection is back. The draft is restored by now. */
function watchConnection(editor: Editor): () => void {
  let pause = PAUSE.first;
  let timer: ReturnType<typeof setTimeout>;
  const waits = () => editor.hasPendingSave && !editor.isOccupied;
  const again = () => {
    clearTimeout(timer);
    if (waits() && navigator.onLine && document.visibilityState === "visible") void saveForm(editor, "again");
    timer = setTimeout(() => {
      pause = waits() ? Math.min(2 * pause, PAUSE.most) : PAUSE.first;
      again();
    }, pause);
  };
  const now = () => {
    pause = PAUSE.first;
    again();
  };
  const ended = new AbortController();
  const { signal } = ended;
  window.addEventListener("online", now, { signal });
  document.addEventListener("visibilitychange", now, { signal });
  // A draft of another day that is offered here may have been sent meanwhile.
  on("app:draft-sent", ({ key }) => editor.removeNotices(key), signal);
  const { pendingSave } = editor.target;
  if (pendingSave?.needsDecision && decides()) void saveForm(editor, "asked", pendingSave.content.visibility);
  now();
  return () => {
    clearTimeout(timer);
    ended.abort();
  };
}

/** Whether somebody came through the link of a save that needs a decision. True once. */
function decides(): boolean {
  if (location.hash !== "#decide") return false;
  history.replaceState(history.state, "", location.pathname + location.search);
  return true;
}
