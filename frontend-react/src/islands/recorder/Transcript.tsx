import { Undo2, X } from "lucide-react";
import { type RefObject, useId } from "react";
import { type Texts, t } from "../../i18n";
import type { Voice } from "./voice";

type Props = {
  text: string;
  previous: string | null;
  voice: Voice;
  texts: Texts;
  /** Where the focus goes when the box is gone. */
  main: RefObject<HTMLButtonElement | null>;
};

const ICON = { "aria-hidden": true, size: 20, strokeWidth: 1.75 } as const;

/** What was said, in words that can be put right. */
export function Transcript({ text, previous, voice, texts, main }: Props) {
  const id = useId();
  const remove = async () => {
    await voice.removeTranscript();
    if (voice.state.transcript === null) main.current?.focus();
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
        title={t(texts, "editor.recorder.transcript_remove")}
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
        onChange={(event) => voice.type(event.target.value)}
      />
      {previous !== null && (
        <button type="button" className="button button-quiet" onClick={() => voice.bringBack()}>
          <Undo2 {...ICON} />
          {t(texts, "editor.recorder.transcript_back")}
        </button>
      )}
    </div>
  );
}
