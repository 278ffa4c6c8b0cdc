import { Undo2, X } from "lucide-react";
import { type RefObject, useId } from "react";
import { type Texts, t } from "../../../shared/i18n";
import type { RecorderController } from "./recorder-controller";

type Props = {
  text: string;
  previous: string | null;
  controller: RecorderController;
  texts: Texts;
  /** The element that gets the focus when the field is removed. */
  main: RefObject<HTMLButtonElement | null>;
};

const ICON = { "aria-hidden": true, size: 20, strokeWidth: 1.75 } as const;

/** The transcript, which the person can correct. */
export function Transcript({ text, previous, controller, texts, main }: Props) {
  const id = useId();
  const remove = async () => {
    await controller.removeTranscript();
    if (controller.state.transcript === null) main.current?.focus();
  };

  return (
    <div className="recorder-transcript">
      <label className="field-label" htmlFor={id}>
        {t(texts, "editor.recorder.transcript")}
      </label>
      <button
        type="button"
        className="icon-button"
        aria-label={t(texts, "editor.recorder.transcript_remove")}
        onClick={() => void remove()}
      >
        <X {...ICON} />
      </button>
      <textarea
        id={id}
        name="audioTranscript"
        className="input recorder-text"
        rows={3}
        value={text}
        onChange={(event) => controller.type(event.target.value)}
      />
      {previous !== null && (
        <button type="button" className="button button-quiet" onClick={() => controller.bringBack()}>
          <Undo2 {...ICON} />
          {t(texts, "editor.recorder.transcript_back")}
        </button>
      )}
    </div>
  );
}
