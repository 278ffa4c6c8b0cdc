import { useEffect } from "react";
import { reload } from "../../../shared/navigate";
import type { Editor } from "../state/session";

type Restore = (editor: Editor) => Promise<void>;

/** Restores this device's draft, and writes it when the page is hidden or left. A change is written soon after (`autosave.ts`). */
export function useDraft(editor: Editor, restore: Restore): void {
  useEffect(() => {
    const { autosave } = editor;
    const ended = new AbortController();
    const { signal } = ended;
    const keep = () => {
      if (autosave.waiting) void autosave.flush();
    };
    const hidden = () => document.visibilityState === "hidden" && keep();
    // The content would be lost with the page.
    const ask = (event: BeforeUnloadEvent) => !editor.safe && editor.dirty && event.preventDefault();
    const leave = ({ persisted }: PageTransitionEvent) => {
      keep();
      if (persisted) autosave.release();
    };
    const back = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      // The page was left after saving a new entry.
      if (editor.isLeaving) reload();
      else void autosave.moveToKey();
    };
    document.addEventListener("visibilitychange", hidden, { signal });
    window.addEventListener("pagehide", leave, { signal });
    window.addEventListener("beforeunload", ask, { signal });
    window.addEventListener("pageshow", back, { signal });
    void restored(editor, restore);
    return () => {
      ended.abort();
      keep();
      autosave.stop();
    };
  }, [editor, restore]);
}

async function restored(editor: Editor, restore: Restore): Promise<void> {
  try {
    await restore(editor);
  } catch (error) {
    console.error(error);
    editor.showDraftState("no_storage");
  }
  editor.store.dispatch({ type: "ready" });
  editor.element.dataset.ready = "";
  editor.element.dispatchEvent(new Event("entry-ready"));
}
