import type { Key } from "../../../shared/i18n";
import type { RecorderController } from "./recorder-controller";
import type { MicrophoneTrouble, Note } from "./recorder-state";

const MICROPHONE: Record<MicrophoneTrouble, Key> = {
  refused: "editor.recorder.microphone_refused",
  missing: "editor.recorder.microphone_missing",
  busy: "editor.recorder.microphone_busy",
  unsupported: "editor.recorder.microphone_unsupported",
  failed: "editor.recorder.microphone_failed",
};

const NOTES = {
  interrupted: "editor.recorder.interrupted",
  recovered: "editor.recorder.recovered",
  "no transcription": "editor.recorder.no_transcription",
  declined: "editor.recorder.declined",
} satisfies Record<Exclude<Note["about"], "microphone" | "failed">, Key>;

/** The line below the controls: a problem and what can be done about it, or a hint. */
export function NoteLine({ controller }: { controller: RecorderController }) {
  const { phase, note } = controller.state;
  if (phase?.is === "recording") {
    const kept = phase.kept ? "editor.recorder.kept" : "editor.recorder.kept_at_end";
    return <p className="recorder-note">{controller.text(phase.silent ? "editor.recorder.silent" : kept)}</p>;
  }
  if (!note) return null;
  if (note.about === "microphone") {
    return (
      <div className="alert" role="alert">
        <div>
          <p className="alert-title">{controller.text("editor.recorder.microphone_title")}</p>
          <p>{controller.text(MICROPHONE[note.why])}</p>
        </div>
      </div>
    );
  }
  return (
    <div className="notice" role={note.about === "failed" ? "alert" : undefined}>
      <p>
        {"message" in note
          ? note.message
          : controller.text(NOTES[note.about], "seconds" in note ? { n: note.seconds } : {})}
        {note.about === "failed" && note.pro && (
          <>
            {" "}
            <a href="/subscription">{controller.text("editor.pro_link")}</a>
          </>
        )}
      </p>
      {note.about === "failed" && note.again && (
        <button type="button" className="button" onClick={() => void controller.transcribe()}>
          {controller.text("editor.recorder.retry")}
        </button>
      )}
    </div>
  );
}
