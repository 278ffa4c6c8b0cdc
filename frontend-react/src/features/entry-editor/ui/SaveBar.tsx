import { X } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { type Key, type Texts, t } from "../../../shared/i18n";
import { useEditor, useEntry } from "../state/context";
import type { EntryState } from "../state/entryReducer";
import type { Places } from "../state/places";
import { LINES, type UploadState } from "../state/status";
import { IconButton } from "./IconButton";
import { ServerElement } from "./ServerElement";

/** The line that says where the text is stored, the save button, and the strip of an upload. */
export function SaveBar({ places: { line, save, saveLabel, upload } }: { places: Places }) {
  const { texts } = useEditor();
  const status = useEntry((state) => state.status);
  const isNew = useEntry((state) => state.target.entryId === null);
  return (
    <>
      {/* Screen readers speak the line, so it changes only when the state changes. */}
      <ServerElement place={line} attributes={{ "data-state": status.line }}>
        {lineWords(status, isNew, texts)}
      </ServerElement>
      <ServerElement
        place={save}
        attributes={{
          "data-busy": status.isBusy ? "" : undefined,
          "aria-disabled": status.isBusy ? "true" : undefined,
        }}
      />
      <ServerElement place={saveLabel}>{buttonWords(status, isNew, texts)}</ServerElement>
      {upload && <UploadStrip strip={upload} save={save} />}
    </>
  );
}

function lineWords({ line, time, rest }: EntryState["status"], isNew: boolean, texts: Texts): string {
  if (line !== "rest") return t(texts, LINES[line], { time });
  if ("time" in rest) return t(texts, LINES.saved, { time: rest.time });
  return rest.words || (isNew ? t(texts, "editor.save_line.empty") : "");
}

function buttonWords({ isBusy }: EntryState["status"], isNew: boolean, texts: Texts): string {
  if (!isBusy) return t(texts, "editor.save");
  return t(texts, isNew ? "editor.saving" : "editor.updating");
}

const STRIP = {
  preparing: "editor.upload.preparing",
  sending: "editor.upload.sending",
  waiting: "editor.upload.waiting",
  cancelled: "editor.upload.cancelled",
  lost: "editor.upload.lost",
} satisfies Record<UploadState["is"], Key>;

/** An upload's progress, a button to cancel it, and then a button to retry. Screen readers hear the words without each percent. */
function UploadStrip({ strip, save }: { strip: HTMLElement; save: HTMLElement | null }) {
  const { texts } = useEditor();
  const upload = useEntry((state) => state.upload);
  const stop = useRef<HTMLButtonElement>(null);
  const again = useRef<HTMLButtonElement>(null);
  const running = upload && "cancel" in upload ? upload : undefined;
  const stopped = upload && "retry" in upload ? upload : undefined;
  const words = upload ? t(texts, STRIP[upload.is]) : "";
  const part = upload?.is === "sending" ? upload.part : undefined;
  const percent = part === undefined ? "" : ` ${t(texts, "editor.upload.percent", { n: Math.floor(part * 100) })}`;
  const shown = running ? "running" : stopped ? "stopped" : "nothing";

  // The focus moves from a button that disappears to the next one, or to the save button. By then the browser says that
  // nothing has the focus.
  const hadFocus = useRef(false);
  const focusHandlers = {
    onFocus: () => {
      hadFocus.current = true;
    },
    onBlur: () => {
      hadFocus.current = false;
    },
  };
  useLayoutEffect(() => {
    if (!hadFocus.current) return;
    if (shown === "running") stop.current?.focus();
    else if (shown === "stopped") again.current?.focus();
    else save?.focus();
  }, [shown, save]);

  return (
    <ServerElement place={strip} attributes={{ hidden: upload ? undefined : "" }}>
      <p className="editor-upload-words" role="status">
        {words}
        <span aria-hidden>{percent}</span>
      </p>
      <progress className="editor-upload-bar" aria-label={words} value={running?.part} hidden={!running} />
      <IconButton
        icon={X}
        ref={stop}
        label={t(texts, "editor.upload.cancel")}
        hidden={!running}
        {...focusHandlers}
        onClick={() => running?.cancel()}
      />
      <button
        ref={again}
        type="button"
        className="button"
        hidden={!stopped}
        {...focusHandlers}
        // Not by the second half of a double click on the button that was there before.
        onClick={({ detail }) => detail > 1 || stopped?.retry()}
      >
        {t(texts, "editor.upload.retry")}
      </button>
    </ServerElement>
  );
}
