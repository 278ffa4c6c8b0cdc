import { createElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { Editor } from "./state/session";
import { EntryEditor } from "./ui/EntryEditor";

/** `<entry-form>`: where the server wrote the editor, and where its React tree is mounted. */
export class EntryForm extends HTMLElement {
  editor: Editor | undefined;
  #ended: AbortController | undefined;

  connectedCallback(): void {
    const form = this.querySelector("form");
    if (!form) return;
    this.#ended = new AbortController();
    const { signal } = this.#ended;
    this.editor = new Editor(this, form, signal);
    showEditor(this.editor, signal);
  }

  disconnectedCallback(): void {
    this.#ended?.abort();
  }
}

/** Mounts the editor's React tree, in one frame in the place of what the server wrote. */
function showEditor(editor: Editor, signal: AbortSignal): void {
  const { sections, summary, ...places } = editor.places;
  const filled = [places.counter, places.line, places.upload, places.saveLabel, places.notices];
  for (const place of [...filled, summary?.label, summary?.mark]) {
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

customElements.define("entry-form", EntryForm);
