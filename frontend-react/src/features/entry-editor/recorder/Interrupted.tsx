import { type Texts, t } from "../../../shared/i18n";
import { dayName } from "../times";
import { Player } from "./Player";
import type { RecorderController } from "./recorder-controller";
import type { InterruptedRecording } from "./recorder-state";

/** An interrupted recording, which the person can play, use or delete. */
export function Interrupted({
  found,
  controller,
  texts,
}: {
  found: InterruptedRecording;
  controller: RecorderController;
  texts: Texts;
}) {
  return (
    <div className="notice recorder-found">
      <p>{t(texts, "editor.recorder.found", { date: dayName(found.date), n: found.seconds })}</p>
      <Player sound={{ kind: "new", file: found.file }} texts={texts} />
      <div className="recorder-row">
        <button type="button" className="button" onClick={() => void controller.recover(found.recordingId)}>
          {t(texts, "editor.recorder.found_use")}
        </button>
        <button type="button" className="button button-quiet" onClick={() => void controller.drop(found.recordingId)}>
          {t(texts, "editor.recorder.found_drop")}
        </button>
      </div>
    </div>
  );
}
