import { Component, lazy, type ReactNode, Suspense, useState } from "react";
import { createPortal } from "react-dom";
import { useDraft } from "../draft/useDraft";
import { restoreDrafts } from "../recover/restore";
import { useSaveEntry } from "../save/useSaveEntry";
import { EditorContext, useEntry } from "../state/context";
import type { Editor } from "../state/session";
import { BarHeight } from "./BarHeight";
import { NoticeList } from "./NoticeList";
import { SaveBar } from "./SaveBar";
import { type Load, Section } from "./Section";
import { SummaryTools } from "./SummaryTools";
import { TextCounter } from "./TextCounter";
import { ToolBar } from "./ToolBar";
import { useListener } from "./useListener";

/** The section of a place, by the place's name. */
const SECTIONS: Record<string, Load> = {
  dropzone: () => import("../dropzone"),
  emoji: () => import("../emoji"),
  mood: () => import("../mood"),
  recorder: () => import("../recorder"),
  reflection: () => import("../reflection"),
};

/** The editor's one React tree. Each part is rendered into its place in the server's form. */
export function EntryEditor({ editor }: { editor: Editor }) {
  const { texts, places, fields } = editor;
  const { sections, summary, versions } = places;
  return (
    <EditorContext value={editor}>
      <Running editor={editor} />
      <Part>
        <SaveBar places={places} />
        <BarHeight bar={places.bar} />
      </Part>
      <Part>
        <NoticeList editor={editor} />
      </Part>
      <Part>
        <TextCounter counter={places.counter} marks={places.marks} field={fields.field("text")} />
      </Part>
      {sections.map(({ name, slot, root }) => {
        const load = SECTIONS[name];
        return load && createPortal(<Section load={load} slot={slot} texts={texts} />, root, name);
      })}
      <Part>{summary && <SummaryTools row={summary} field={fields.field("summary")} />}</Part>
      <Part>{versions && <Versions editor={editor} block={versions} />}</Part>
      <Part>
        <ToolBar tools={places.tools} />
      </Part>
      <Part broken={() => editor.cannotAsk()}>{places.conflict && <Conflict dialog={places.conflict} />}</Part>
    </EditorContext>
  );
}

/** Fetched with the first conflict: the server has just answered. */
const ConflictDialog = lazy(async () => ({ default: (await import("../merge/ConflictDialog")).ConflictDialog }));

function Conflict({ dialog }: { dialog: HTMLDialogElement }) {
  const isAsked = useEntry((state) => state.conflict !== undefined);
  return (
    isAsked && (
      <Suspense fallback={null}>
        <ConflictDialog dialog={dialog} />
      </Suspense>
    )
  );
}

/** Earlier versions are fetched when their block is first opened. */
function Versions({ editor, block }: { editor: Editor; block: HTMLDetailsElement }) {
  const [isOpened, setOpened] = useState(block.open);
  useListener(block, "toggle", () => setOpened(true));
  const load = async () => {
    const { VersionList } = await import("./VersionList");
    return { default: () => <VersionList editor={editor} /> };
  };
  return isOpened && createPortal(<Section load={load} slot={block} texts={editor.texts} />, block);
}

/** A part that breaks is gone; drafts, the save and all other parts go on. `broken` ends what waits for it. */
class Part extends Component<{ children: ReactNode; broken?: () => void }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidCatch(): void {
    this.props.broken?.();
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}

/** The draft and the save, which render nothing. */
function Running({ editor }: { editor: Editor }) {
  useDraft(editor, restoreDrafts);
  useSaveEntry(editor);
  return null;
}
