import { createPortal } from "react-dom";
import { EditorContext, type EditorValue } from "./context";
import { type Load, Section } from "./Section";

/** The section of a place, by the place's name. */
const SECTIONS: Record<string, Load> = {
  dropzone: () => import("./dropzone"),
  emoji: () => import("./emoji"),
  mood: () => import("./mood"),
  recorder: () => import("./recorder"),
  reflection: () => import("./reflection"),
};

/** Where a section stands: in `root`, beside the server's skeleton in `slot`. */
export type Place = { name: string; slot: HTMLElement; root: HTMLElement };

/** The editor's one React tree. Each part is rendered into its place in the server's form. */
export function EntryEditor({ editor, places }: { editor: EditorValue; places: Place[] }) {
  return (
    <EditorContext value={editor}>
      {places.map(({ name, slot, root }) => {
        const load = SECTIONS[name];
        return load && createPortal(<Section load={load} slot={slot} texts={editor.texts} />, root, name);
      })}
    </EditorContext>
  );
}
