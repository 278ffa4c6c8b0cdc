// Defines `<r-island>`, and `<entry-form>` where the page has one. Everything else is imported on demand.
import { defineIslands } from "./r-island";

defineIslands({
  dropzone: () => import("./features/entry-editor/dropzone"),
  emoji: () => import("./features/entry-editor/emoji"),
  linkedin: () => import("./islands/linkedin"),
  mood: () => import("./features/entry-editor/mood"),
  recorder: () => import("./features/entry-editor/recorder"),
  reflection: () => import("./features/entry-editor/reflection"),
});

function defineEditor() {
  const editor = document.querySelector<HTMLElement>("entry-form");
  if (!editor) return;
  import("./features/entry-editor/editor").catch((error) => {
    console.error(error);
    editor.dataset.missing = "";
    editor.dispatchEvent(new Event("entry-missing"));
  });
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", defineEditor, { once: true });
else defineEditor();
