// Defines `<r-island>`, and `<entry-form>` where the page has one. Everything else is imported on demand.
import { defineIslands } from "./shared/r-island";

defineIslands({
  linkedin: () => import("./features/linkedin"),
  "share-dialog": () => import("./features/share-dialog"),
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
