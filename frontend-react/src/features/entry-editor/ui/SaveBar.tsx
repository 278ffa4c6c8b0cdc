import { X } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { type Key, type Texts, t } from "../../../shared/i18n";
import { useEditor, useEntry } from "../state/context";
import type { EntryState } from "../state/entryReducer";
import type { Places } from "../state/places";
import type { SaveState, UploadState } from "../state/status";
import { ServerElement } from "./ServerElement";

const LINES = {
  local: "editor.save_line.local",
  saved: "editor.save_line.saved",
  saving: "editor.save_line.saving",
  failed: "editor.save_line.failed",
  queued: "editor.save_line.queued",
  unclear: "editor.save_line.unclear",
  stuck: "editor.save_line.stuck",
  words_only: "editor.save_line.words_only",
  full: "editor.save_line.full",
  no_storage: "editor.save_line.no_storage",
} satisfies Record<SaveState, Key>;

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

  // If the focused button disappears, the focus moves to the next one, or to the save button. By then the browser says that
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
      <button
        ref={stop}
        type="button"
        className="icon-button"
        aria-label={t(texts, "editor.upload.cancel")}
        hidden={!running}
        {...focusHandlers}
        onClick={() => running?.cancel()}
      >
        <X aria-hidden size={20} strokeWidth={1.75} />
      </button>
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
