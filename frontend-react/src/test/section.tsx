// Renders one section of the editor with the state that it reads and changes.
import { act, render } from "@testing-library/react";
import type { ReactNode } from "react";
import type { Content, SavedEntry } from "../features/entry-editor/state/content";
import { EMPTY } from "../features/entry-editor/state/content";
import { EditorContext, type SaveHooks } from "../features/entry-editor/state/context";
import { type Action, entryReducer, initialState } from "../features/entry-editor/state/entryReducer";
import { createStore } from "../features/entry-editor/state/store";
import { texts } from "./texts";

type Page = {
  saved?: Partial<SavedEntry>;
  /** The content of this device's draft. */
  draft?: Partial<Content>;
  entryId?: string;
  userId?: string;
  date?: string;
};

export function showSection(section: ReactNode, { saved, draft, entryId, userId = "user-1", date }: Page = {}) {
  const place = { userId, date: date ?? "2026-11-20", entryId: entryId ?? null, version: null, ticket: "t" };
  const page = { saved: { ...EMPTY, ...saved }, place, isSavedKnown: true, isLate: false };
  const store = createStore(entryReducer, initialState(page));
  const saveHooks = new Set<SaveHooks>();
  const content = () => store.getState().content;
  const dispatch = (action: Action) => act(() => store.dispatch(action));
  const fill = (fields: Partial<Content>) => dispatch({ type: "fill", content: { ...content(), ...fields } });
  const correct = (fields: Partial<Content>) => dispatch({ type: "correct", fields });
  if (draft) store.dispatch({ type: "fill", content: { ...content(), ...draft } });
  store.dispatch({ type: "ready" });
  const { container, unmount } = render(
    <form>
      <EditorContext value={{ texts, store, saveHooks, tools: new Map() }}>{section}</EditorContext>
    </form>,
  );
  const form = container.querySelector("form") as HTMLFormElement;
  return { container, form, store, saveHooks, content, fill, correct, unmount, edits: () => store.getState().edits };
}
