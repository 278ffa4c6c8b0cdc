import { createPortal } from "react-dom";
import { EditorContext } from "./context";
import { NoticeList } from "./NoticeList";
import { SaveBar } from "./SaveBar";
import { type Load, Section } from "./Section";
import { SummaryTools } from "./SummaryTools";
import type { Editor } from "./session";
import { ToolBar } from "./ToolBar";
import { VersionList } from "./VersionList";
import { Words } from "./Words";

/** The section of a place, by the place's name. */
const SECTIONS: Record<string, Load> = {
  dropzone: () => import("./dropzone"),
  emoji: () => import("./emoji"),
  mood: () => import("./mood"),
  recorder: () => import("./recorder"),
  reflection: () => import("./reflection"),
};

/** The editor's one React tree. Each part is rendered into its place in the server's form. */
export function EntryEditor({ editor }: { editor: Editor }) {
  const { texts, places, fields } = editor;
  const { sections, summary, versions } = places;
  return (
    <EditorContext value={editor}>
      <NoticeList place={places.notices} />
      <Words counter={places.counter} field={fields.field("text")} />
      {sections.map(({ name, slot, root }) => {
        const load = SECTIONS[name];
        return load && createPortal(<Section load={load} slot={slot} texts={texts} />, root, name);
      })}
      {summary && <SummaryTools row={summary} field={fields.field("summary")} />}
      {versions && <VersionList editor={editor} block={versions} mark={summary?.mark ?? null} />}
      <ToolBar tools={places.tools} />
      <SaveBar places={places} />
    </EditorContext>
  );
}
