import { useEffect } from "react";
import { reload } from "../../../shared/navigate";
import { restoreDrafts } from "../recover/restore";
import type { Editor } from "../state/session";

/** Restores this device's draft, and writes it when the page is hidden or left. What is changed is written soon after (`autosave.ts`). */
export function useDraft(editor: Editor): void {
  useEffect(() => {
    const { autosave } = editor;
    const ended = new AbortController();
    const { signal } = ended;
    const keep = () => {
      if (autosave.waiting) void autosave.flush();
    };
    const hidden = () => document.visibilityState === "hidden" && keep();
    const leave = ({ persisted }: PageTransitionEvent) => {
      keep();
      if (persisted) autosave.release();
    };
    const back = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      // The page was left after saving a new entry.
      if (editor.left) reload();
      else void autosave.moveToKey();
    };
    document.addEventListener("visibilitychange", hidden, { signal });
    window.addEventListener("pagehide", leave, { signal });
    window.addEventListener("beforeunload", (event) => editor.unsafe && event.preventDefault(), { signal });
    window.addEventListener("pageshow", back, { signal });
    void restored(editor);
    return () => {
      ended.abort();
      keep();
      autosave.stop();
    };
  }, [editor]);
}

async function restored(editor: Editor): Promise<void> {
  try {
    await restoreDrafts(editor);
  } catch (error) {
    console.error(error);
    editor.storageFailed();
  }
  editor.store.dispatch({ type: "ready" });
  editor.element.dataset.ready = "";
  editor.element.dispatchEvent(new Event("entry-ready"));
}
