import { dayName } from "../../editor/save-line";
import { type Texts, t } from "../../i18n";
import type { Found } from "./machine";
import { Player } from "./Player";
import type { Voice } from "./voice";

/** A recording that its page could not finish: to hear, to take over, to let go. */
export function Interrupted({ found, voice, texts }: { found: Found; voice: Voice; texts: Texts }) {
  return (
    <div className="notice recorder-found">
      <p>{t(texts, "editor.recorder.found", { date: dayName(found.date), n: found.seconds })}</p>
      <Player sound={{ kind: "new", file: found.file }} texts={texts} />
      <div className="recorder-row">
        <button type="button" className="button" onClick={() => void voice.recover(found.take)}>
          {t(texts, "editor.recorder.found_use")}
        </button>
        <button type="button" className="button button-quiet" onClick={() => void voice.drop(found.take)}>
          {t(texts, "editor.recorder.found_drop")}
        </button>
      </div>
    </div>
  );
}
