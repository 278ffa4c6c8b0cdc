import { createElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { forgetToken } from "../../auth";
import { on } from "../../events";
import { reload } from "../../navigate";
import { watchConnection } from "./connection";
import { EntryEditor } from "./EntryEditor";
import { restoreDrafts } from "./restore";
import { save } from "./save";
import { Editor } from "./session";

/** `<entry-form>`, the editor: writes drafts, restores them, and saves the entry. */
export class EntryForm extends HTMLElement {
  editor: Editor | undefined;
  #ended: AbortController | undefined;

  connectedCallback(): void {
    const form = this.querySelector("form");
    if (this.#ended || !form) return;
    this.#ended = new AbortController();
    const { signal } = this.#ended;
    const editor = new Editor(this, form, signal);
    this.editor = editor;
    showEditor(editor, signal);
    watchForm(editor, signal);
    watchPage(editor, signal);
    watchSignIn(editor, signal);
    watchConnection(editor, signal);
    restoreDrafts(editor)
      .catch((error) => {
        console.error(error);
        editor.storageFailed();
      })
      .finally(() => {
        editor.store.dispatch({ type: "ready" });
        this.dataset.ready = "";
        this.dispatchEvent(new Event("entry-ready"));
      });
  }

  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#ended?.abort();
      this.#ended = undefined;
    });
  }
}

/** Mounts the editor's React tree, in one frame in the place of what the server wrote. */
function showEditor(editor: Editor, signal: AbortSignal): void {
  const { sections, tools, summary, ...places } = editor.places;
  const filled = [places.counter, places.line, places.upload, places.saveLabel, places.notices];
  for (const place of [...filled, ...tools.map(({ label }) => label), summary?.label, summary?.mark]) {
    place?.replaceChildren();
  }
  for (const { slot, root } of sections) slot.append(root);
  const tree = createRoot(document.createElement("div"), { identifierPrefix: "editor" });
  flushSync(() => tree.render(createElement(EntryEditor, { editor })));
  signal.addEventListener("abort", () => {
    tree.unmount();
    for (const { root } of sections) root.remove();
  });
}

function watchForm(editor: Editor, signal: AbortSignal): void {
  editor.form.addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      void save(editor);
    },
    { signal },
  );
  document.addEventListener(
    "keydown",
    (event) => {
      const key = event.key.toLowerCase();
      const saves = (event.ctrlKey || event.metaKey) && !event.altKey && (key === "s" || key === "enter");
      if (!saves || event.isComposing || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      if (!event.repeat) void save(editor);
    },
    { signal },
  );
}

function watchPage(editor: Editor, signal: AbortSignal): void {
  const keep = () => {
    if (editor.autosave.waiting) void editor.autosave.flush();
  };
  const hidden = () => document.visibilityState === "hidden" && keep();
  document.addEventListener("visibilitychange", hidden, { signal });
  const leave = ({ persisted }: PageTransitionEvent) => {
    keep();
    if (persisted) editor.autosave.release();
  };
  window.addEventListener("pagehide", leave, { signal });
  window.addEventListener("beforeunload", (event) => editor.unsafe && event.preventDefault(), { signal });
  const back = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    // The page was left after saving a new entry.
    if (editor.left) reload();
    else void editor.autosave.moveToKey();
  };
  window.addEventListener("pageshow", back, { signal });
  signal.addEventListener("abort", () => {
    keep();
    editor.autosave.stop();
  });
}

function watchSignIn(editor: Editor, signal: AbortSignal): void {
  const stop = on("app:signed-in", ({ userId }) => {
    forgetToken();
    if (userId !== editor.target.userId) return editor.complain(editor.text("errors.account_mismatch"));
    if (!editor.waitsForSignIn) return;
    editor.waitsForSignIn = false;
    void save(editor, "renewed");
  });
  signal.addEventListener("abort", stop);
}
