import { ChevronDown } from "lucide-react";
import { label, t } from "../../../shared/i18n";
import { wordsOf } from "../copy";
import type { Draft } from "../draft/drafts";
import { moodIn, recordingIn } from "../merge/conflict";
import { noticeOf } from "../recover/offer";
import { hasRecording } from "../state/content";
import { useEditor, useEntry } from "../state/context";
import type { Editor } from "../state/session";
import type { Notice } from "../state/status";
import { namedIn } from "../state/visibility";
import { ServerElement } from "./ServerElement";

/** The notices above the form. */
export function NoticeList({ editor }: { editor: Editor }) {
  const place = editor.places.notices;
  const notices = useEntry((state) => state.notices);
  return (
    <ServerElement place={place} attributes={{ hidden: notices.length === 0 ? "" : undefined }}>
      {notices.map((notice) => (
        <NoticeBox key={notice.name} editor={editor} notice={notice} />
      ))}
    </ServerElement>
  );
}

function NoticeBox({ editor, notice }: { editor: Editor; notice: Notice }) {
  const draft = "draft" in notice ? notice.draft : undefined;
  const parts = "parts" in notice ? notice.parts : undefined;
  const { text, actions } = "draft" in notice ? noticeOf(editor, notice) : notice;
  return (
    <div className="notice editor-notice">
      <p>{text}</p>
      {draft && <p>{namedIn(editor.texts, draft.visibility)}</p>}
      {draft && <DraftWords draft={draft} />}
      {parts && <Parts parts={parts} />}
      <div className="editor-notice-actions">
        {actions.map(({ label, run }) => (
          <button key={label} type="button" className="button" onClick={run}>
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}

/** The content of a draft, to read. */
function DraftWords({ draft }: { draft: Draft }) {
  const { texts } = useEditor();
  const photos = draft.files.length + draft.images.length;
  const parts = [
    ...wordsOf(draft),
    draft.emojis,
    moodIn(draft.mood, texts),
    ...draft.alts.map((alt) => alt.trim()),
    photos ? t(texts, "editor.dropzone.said_count", { n: photos }) : "",
    hasRecording(draft) ? `${label(texts, "editor.voice_label")} ${recordingIn(draft, texts)}` : "",
  ].filter((part) => part.trim());
  return <Parts parts={parts} />;
}

/** Texts to read, folded. */
function Parts({ parts }: { parts: string[] }) {
  const { texts } = useEditor();
  return (
    <details className="editor-notice-draft">
      <summary className="fold">
        <ChevronDown className="icon" aria-hidden />
        {t(texts, "editor.draft.other_day_open")}
      </summary>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is shown does not change.
        <p key={at} className="editor-notice-text">
          {part}
        </p>
      ))}
    </details>
  );
}
