import { Captions, Mic, RotateCcw, Square, X } from "lucide-react";
import { useRef, useSyncExternalStore } from "react";
import { useEditor, useTool } from "../state/context";
import { dayName } from "../times";
import { IconButton } from "../ui/IconButton";
import { Meter } from "./Meter";
import { NoteLine } from "./NoteLine";
import { Player } from "./Player";
import type { RecorderController } from "./recorder-controller";
import { clock, type InterruptedRecording } from "./recorder-state";
import { Transcript } from "./Transcript";
import { useSpoken } from "./useSpoken";

const ICON = { "aria-hidden": true, size: 20, strokeWidth: 1.75 } as const;

type Props = { controller: RecorderController };

/** The entry's recording: record, listen, read the transcript. */
export function Recorder({ controller }: Props) {
  const { texts } = useEditor();
  const state = useSyncExternalStore(controller.watch, () => controller.state);
  const main = useRef<HTMLButtonElement>(null);
  useTool("#voice", () => main.current?.click());
  const spoken = useSpoken(state, texts, controller.limit);
  const { phase, sound, transcript, found } = state;
  const remove = async () => {
    await controller.removeSound();
    if (!controller.state.sound) main.current?.focus();
  };
  const isEmpty = !sound && transcript === null;

  return (
    <div className="recorder" data-state={phase?.is ?? (isEmpty ? "idle" : "filled")}>
      {found.map((one) => (
        <Interrupted key={one.recordingId} found={one} controller={controller} />
      ))}
      {sound && phase?.is !== "recording" && (
        <div className="recorder-sound">
          <Player sound={sound} />
          <IconButton
            icon={X}
            label={controller.text("editor.recorder.remove")}
            disabled={phase !== null}
            onClick={() => void remove()}
          />
        </div>
      )}
      <div className="recorder-row">
        <button
          ref={main}
          type="button"
          className="button recorder-main"
          aria-disabled={phase?.is === "asking" || phase?.is === "transcribing" || undefined}
          onClick={() => void (phase?.is === "recording" ? controller.stop() : controller.start())}
        >
          <MainLabel controller={controller} />
        </button>
        <StatusOrTranscribe controller={controller} />
      </div>
      <NoteLine controller={controller} />
      <Transcript controller={controller} main={main} />
      <p className="visually-hidden" role="status">
        {spoken}
      </p>
    </div>
  );
}

function MainLabel({ controller }: Props) {
  const { phase, sound } = controller.state;
  if (phase?.is === "recording") {
    return (
      <>
        <Square {...ICON} fill="currentColor" />
        {controller.text("editor.recorder.stop")}
      </>
    );
  }
  return (
    <>
      {sound ? <RotateCcw {...ICON} /> : <Mic {...ICON} />}
      {controller.text(sound ? "editor.recorder.again" : "editor.recorder.record")}
    </>
  );
}

/** The part next to the main button: the limit, the level and the time, or the button that transcribes. */
function StatusOrTranscribe({ controller }: Props) {
  const { phase, sound, transcript, note } = controller.state;
  switch (phase?.is) {
    case "recording":
      return (
        <>
          <Meter controller={controller} />
          <span className="recorder-time">
            {controller.text("editor.recorder.time", { time: clock(phase.seconds), limit: clock(controller.limit) })}
          </span>
        </>
      );
    case "asking":
      return <span className="recorder-hint">{controller.text("editor.recorder.asking")}</span>;
    case "transcribing":
      return (
        <>
          <span className="recorder-hint" data-busy>
            {controller.text("editor.recorder.transcribing")}
          </span>
          <button type="button" className="button button-quiet" onClick={() => controller.stopTranscribing()}>
            {controller.text("editor.recorder.cancel")}
          </button>
        </>
      );
    default:
      if (!sound) {
        return (
          <span className="recorder-hint">{controller.text("editor.recorder.limit", { n: controller.limit })}</span>
        );
      }
      if (transcript !== null || controller.props.transcription !== "ready" || note?.about === "failed") return null;
      return (
        <button type="button" className="button" onClick={() => void controller.transcribe()}>
          <Captions {...ICON} />
          {controller.text("editor.recorder.transcribe")}
        </button>
      );
  }
}

/** An interrupted recording, which the person can play, use or delete. */
function Interrupted({ found, controller }: Props & { found: InterruptedRecording }) {
  const { recordingId, date, seconds, file } = found;
  return (
    <div className="notice recorder-found">
      <p>{controller.text("editor.recorder.found", { date: dayName(date), n: seconds })}</p>
      <Player sound={{ kind: "new", file }} />
      <div className="recorder-row">
        <button type="button" className="button" onClick={() => void controller.recover(recordingId)}>
          {controller.text("editor.recorder.found_use")}
        </button>
        <button type="button" className="button button-quiet" onClick={() => void controller.drop(recordingId)}>
          {controller.text("editor.recorder.found_drop")}
        </button>
      </div>
    </div>
  );
}
