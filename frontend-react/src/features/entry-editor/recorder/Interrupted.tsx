import { dayName } from "../times";
import { Player } from "./Player";
import type { RecorderController } from "./recorder-controller";
import type { InterruptedRecording } from "./recorder-state";

type Props = { found: InterruptedRecording; controller: RecorderController };

/** An interrupted recording, which the person can play, use or delete. */
export function Interrupted({ found: { recordingId, date, seconds, file }, controller }: Props) {
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
