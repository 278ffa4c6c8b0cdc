// Shared by the editor's components: the texts, the state, and the hooks of sections around a save.
import { createContext, useContext, useEffect, useEffectEvent, useSyncExternalStore } from "react";
import type { Entry } from "../../../shared/domain";
import type { Content } from "./content";
import type { EntryState } from "./entryReducer";
import type { Editor } from "./session";

/** A finished save: the sent content, and the entry that the server made of it. */
export type DoneSave = { sent: Content; entry: Entry };

/** A section that is in the middle of something takes part in a save. */
export type SaveHooks = {
  /** A save waits for this, for example the end of a recording; undefined: nothing. */
  finish?: () => Promise<unknown> | undefined;
  /** After a save on a page that stays. */
  saved?: (done: DoneSave) => void;
  /** A message on the next page about the saved entry; empty: none. */
  leaving?: (done: DoneSave) => string;
};

/** The action of a tool; false: its section can do nothing now, so the tool only leads there. */
export type Act = () => unknown;

export type EditorValue = Pick<Editor, "texts" | "store" | "saveHooks" | "tools">;

export const EditorContext = createContext<EditorValue | undefined>(undefined);

export function useEditor(): EditorValue {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("there is no editor around");
  return editor;
}

/** A part of the state. `select` must give the same value for the same state. */
export function useEntry<T>(select: (state: EntryState) => T): T {
  const { store } = useEditor();
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}

/** A field of the content. Other fields, for example the text that is being typed, do not render again what shows it. */
export function useField<Name extends keyof Content>(name: Name): Content[Name] {
  return useEntry((state) => state.content[name]);
}

export function useSaveHooks(hooks: SaveHooks): void {
  const { saveHooks } = useEditor();
  const latest = useEffectEvent(() => hooks);
  useEffect(() => {
    const own: SaveHooks = {
      finish: () => latest().finish?.(),
      saved: (done) => latest().saved?.(done),
      leaving: (done) => latest().leaving?.(done) ?? "",
    };
    saveHooks.add(own);
    return () => {
      saveHooks.delete(own);
    };
  }, [saveHooks]);
}

/** Sets the action of the tool of the row `hash`. */
export function useTool(hash: string, act: Act): void {
  const { tools } = useEditor();
  const latest = useEffectEvent(act);
  useEffect(() => {
    tools.set(hash, () => latest());
    return () => {
      tools.delete(hash);
    };
  }, [tools, hash]);
}

/** Settles when all sections are finished; undefined if none was in the middle of something. */
export function finishSections(saveHooks: Set<SaveHooks>): Promise<unknown> | undefined {
  const waits = [...saveHooks].flatMap(({ finish }) => finish?.() ?? []);
  return waits.length > 0 ? Promise.allSettled(waits) : undefined;
}

export function leavingMessages(saveHooks: Set<SaveHooks>, done: DoneSave): string {
  return [...saveHooks].flatMap(({ leaving }) => leaving?.(done) || []).join(" ");
}
