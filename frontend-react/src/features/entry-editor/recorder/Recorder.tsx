import { Captions, Mic, RotateCcw, Square, X } from "lucide-react";
import { useRef, useSyncExternalStore } from "react";
import { type Texts, t } from "../../../shared/i18n";
import { useTool } from "../state/context";
import { Interrupted } from "./Interrupted";
import { Meter } from "./Meter";
import { NoteLine } from "./NoteLine";
import { Player } from "./Player";
import type { RecorderController } from "./recorder-controller";
import { clock, isBusy, type State } from "./recorder-state";
import { Transcript } from "./Transcript";
import { useSpoken } from "./useSpoken";

const ICON = { "aria-hidden": true, size: 20, strokeWidth: 1.75 } as const;

/** The entry's recording: record, listen, read the transcript. */
export function Recorder({ controller, texts }: { controller: RecorderController; texts: Texts }) {
  const state = useSyncExternalStore(controller.watch, () => controller.state);
  const main = useRef<HTMLButtonElement>(null);
  useTool("#voice", () => main.current?.click());
  const spoken = useSpoken(state, texts, controller.limit);
  const { phase, sound, transcript, found } = state;
  const remove = async () => {
    await controller.removeSound();
    if (!controller.state.sound) main.current?.focus();
  };

  return (
    <div className="recorder" data-state={phase.is}>
      {found.map((one) => (
        <Interrupted key={one.recordingId} found={one} controller={controller} texts={texts} />
      ))}
      {sound && phase.is !== "recording" && (
        <div className="recorder-sound">
          <Player sound={sound} texts={texts} />
          <button
            type="button"
            className="icon-button"
            aria-label={t(texts, "editor.recorder.remove")}
            disabled={isBusy(state)}
            onClick={() => void remove()}
          >
            <X {...ICON} />
          </button>
        </div>
      )}
      <div className="recorder-row">
        <button
          ref={main}
          type="button"
          className="button recorder-main"
          aria-disabled={phase.is === "asking" || phase.is === "transcribing" || undefined}
          onClick={() => void (phase.is === "recording" ? controller.stop() : controller.start())}
        >
          <MainLabel state={state} texts={texts} />
        </button>
        <StatusOrTranscribe state={state} controller={controller} texts={texts} />
      </div>
      <NoteLine state={state} controller={controller} texts={texts} />
      {transcript !== null && (
        <Transcript text={transcript} previous={state.previous} controller={controller} texts={texts} main={main} />
      )}
      <p className="visually-hidden" role="status">
        {spoken}
      </p>
    </div>
  );
}

function MainLabel({ state: { phase, sound }, texts }: { state: State; texts: Texts }) {
  if (phase.is === "recording") {
    return (
      <>
        <Square {...ICON} fill="currentColor" />
        {t(texts, "editor.recorder.stop")}
      </>
    );
  }
  return (
    <>
      {sound ? <RotateCcw {...ICON} /> : <Mic {...ICON} />}
      {t(texts, sound ? "editor.recorder.again" : "editor.recorder.record")}
    </>
  );
}

/** The part next to the main button: the limit, the level and the time, or the button that transcribes. */
function StatusOrTranscribe({
  state,
  controller,
  texts,
}: {
  state: State;
  controller: RecorderController;
  texts: Texts;
}) {
  const { phase, sound, transcript } = state;
  switch (phase.is) {
    case "recording":
      return (
        <>
          <Meter controller={controller} />
          <span className="recorder-time">
            {t(texts, "editor.recorder.time", { time: clock(phase.seconds), limit: clock(controller.limit) })}
          </span>
        </>
      );
    case "asking":
      return <span className="recorder-hint">{t(texts, "editor.recorder.asking")}</span>;
    case "transcribing":
      return (
        <>
          <span className="recorder-hint" data-busy>
            {t(texts, "editor.recorder.transcribing")}
          </span>
          <button type="button" className="button button-quiet" onClick={() => controller.stopTranscribing()}>
            {t(texts, "editor.recorder.cancel")}
          </button>
        </>
      );
    default:
      if (!sound) {
        return <span className="recorder-hint">{t(texts, "editor.recorder.limit", { n: controller.limit })}</span>;
      }
      if (transcript !== null || controller.props.transcription !== "ready" || state.note?.about === "failed")
        return null;
      return (
        <button type="button" className="button" onClick={() => void controller.transcribe()}>
          <Captions {...ICON} />
          {t(texts, "editor.recorder.transcribe")}
        </button>
      );
  }
}
