import { type Key, type Texts, t } from "../../../shared/i18n";
import type { RecorderController } from "./recorder-controller";
import type { MicrophoneTrouble, Note, State } from "./recorder-state";

const MICROPHONE: Record<MicrophoneTrouble, Key> = {
  refused: "editor.recorder.microphone_refused",
  missing: "editor.recorder.microphone_missing",
  busy: "editor.recorder.microphone_busy",
  unsupported: "editor.recorder.microphone_unsupported",
  failed: "editor.recorder.microphone_failed",
};

/** The line below the controls: a problem and what can be done about it, or a hint. */
export function NoteLine({
  state: { phase, note },
  controller,
  texts,
}: {
  state: State;
  controller: RecorderController;
  texts: Texts;
}) {
  if (phase.is === "recording") {
    const kept = phase.kept ? "editor.recorder.kept" : "editor.recorder.kept_at_end";
    return <p className="recorder-note">{t(texts, phase.silent ? "editor.recorder.silent" : kept)}</p>;
  }
  if (!note) return null;
  if (note.about === "microphone") {
    return (
      <div className="alert" role="alert">
        <div>
          <p className="alert-title">{t(texts, "editor.recorder.microphone_title")}</p>
          <p>{t(texts, MICROPHONE[note.why])}</p>
        </div>
      </div>
    );
  }
  return (
    <div className="notice" role={note.about === "failed" ? "alert" : undefined}>
      <p>
        {words(note, texts)}
        {note.about === "failed" && note.pro && (
          <>
            {" "}
            <a href="/subscription">{t(texts, "editor.pro_link")}</a>
          </>
        )}
      </p>
      {note.about === "failed" && note.again && (
        <button type="button" className="button" onClick={() => void controller.transcribe()}>
          {t(texts, "editor.recorder.retry")}
        </button>
      )}
    </div>
  );
}

function words(note: Exclude<Note, { about: "microphone" }>, texts: Texts): string {
  switch (note.about) {
    case "interrupted":
      return t(texts, "editor.recorder.interrupted");
    case "recovered":
      return t(texts, "editor.recorder.recovered", { n: note.seconds });
    case "no transcription":
      return t(texts, "editor.recorder.no_transcription");
    case "declined":
      return t(texts, "editor.recorder.declined");
    case "failed":
      return note.message;
  }
}
