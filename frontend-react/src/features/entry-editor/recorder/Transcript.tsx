import { Undo2, X } from "lucide-react";
import { type RefObject, useId } from "react";
import { IconButton } from "../ui/IconButton";
import type { RecorderController } from "./recorder-controller";

type Props = {
  controller: RecorderController;
  /** The element that gets the focus when the field is removed. */
  main: RefObject<HTMLButtonElement | null>;
};

/** The transcript, which the person can correct. */
export function Transcript({ controller, main }: Props) {
  const { transcript, previous } = controller.state;
  const id = useId();
  const remove = async () => {
    await controller.removeTranscript();
    if (controller.state.transcript === null) main.current?.focus();
  };
  if (transcript === null) return null;

  return (
    <div className="recorder-transcript">
      <label className="field-label" htmlFor={id}>
        {controller.text("editor.recorder.transcript")}
      </label>
      <IconButton icon={X} label={controller.text("editor.recorder.transcript_remove")} onClick={() => void remove()} />
      <textarea
        id={id}
        name="audioTranscript"
        className="input recorder-text"
        rows={3}
        value={transcript}
        onChange={(event) => controller.type(event.target.value)}
      />
      {previous !== null && (
        <button type="button" className="button button-quiet" onClick={() => controller.bringBack()}>
          <Undo2 aria-hidden size={20} strokeWidth={1.75} />
          {controller.text("editor.recorder.transcript_back")}
        </button>
      )}
    </div>
  );
}
