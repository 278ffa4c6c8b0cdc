// Defines `<r-island>`, and `<entry-form>` where the page has one. Everything else is imported on demand.
import { defineIslands } from "./r-island";

defineIslands({
  dropzone: () => import("./islands/dropzone"),
  emoji: () => import("./islands/emoji"),
  mood: () => import("./islands/mood"),
  recorder: () => import("./islands/recorder"),
  reflection: () => import("./islands/reflection"),
});

function defineEditor() {
  if (document.querySelector("entry-form")) import("./editor").catch(console.error);
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", defineEditor, { once: true });
else defineEditor();
