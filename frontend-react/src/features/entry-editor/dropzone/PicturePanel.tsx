import { ArrowLeft, ArrowRight, Star } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { label, type Texts, t } from "../../../shared/i18n";
import { ALT } from "../../../shared/limits";
import type { Arrangement } from "../merge/arrangement";
import { length, newLines } from "../state/counter";
import { IconButton } from "../ui/IconButton";
import { nameOf } from "./PictureCard";
import { type Change, canMove } from "./pictures";
import type { Card } from "./useCards";

export { followDrag } from "./drag";

type Props = {
  id: string;
  card: Card;
  at: number;
  pictures: Arrangement;
  texts: Texts;
  apply: (change: Change) => unknown;
};

/** The description of a picture, its place, and whether it is the main one. Fetched once there is a picture. */
export default function PicturePanel({ id, card, at, pictures, texts, apply }: Props) {
  const { picture, alt } = card;
  const [n, isMain] = [at + 1, at === pictures.main];
  const name = nameOf(card, at, texts);
  const step = (by: -1 | 1) =>
    canMove(pictures, picture, by) && (
      <IconButton
        icon={by < 0 ? ArrowLeft : ArrowRight}
        size={24}
        label={t(texts, by < 0 ? "editor.dropzone.move_earlier" : "editor.dropzone.move_later", { n })}
        data-move={by}
        onClick={() => apply({ do: "move", picture, by })}
      />
    );

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its legend into sight.
    <div className="dropzone-panel" id={id} role="group" aria-label={name} data-panel>
      <AltField alt={alt} n={n} texts={texts} describe={(alt) => apply({ do: "describe", picture, alt })} />
      {pictures.shown.length > 1 && (
        <div className="dropzone-panel-tools">
          <button
            type="button"
            className="button"
            aria-pressed={isMain}
            aria-label={`${label(texts, isMain ? "editor.dropzone.main" : "editor.dropzone.make_main")} ${name}`}
            onClick={() => apply({ do: "choose", picture })}
          >
            <Star aria-hidden strokeWidth={1.75} fill={isMain ? "currentColor" : "none"} />
            {t(texts, "editor.dropzone.main")}
          </button>
          {step(-1)}
          {step(1)}
        </div>
      )}
    </div>
  );
}

type AltProps = { alt: string; n: number; texts: Texts; describe: (alt: string) => void };

/** The description of a picture, for those who do not see it. */
function AltField({ alt, n, texts, describe }: AltProps) {
  const id = useId();
  const over = length(alt.trim()) - ALT;
  const field = useRef<HTMLTextAreaElement>(null);
  // Too long before it came: that is what it was opened for.
  const wasOver = useRef(over > 0);
  useEffect(() => {
    if (wasOver.current) field.current?.focus();
  }, []);
  return (
    <div className="dropzone-describe">
      <label className="field-hint" htmlFor={id}>
        {t(texts, "editor.dropzone.alt_label")}
        <span className="visually-hidden">{` (${t(texts, "editor.dropzone.saved_preview", { n })})`}</span>
      </label>
      <textarea
        ref={field}
        id={id}
        className="input dropzone-alt"
        rows={2}
        value={alt}
        placeholder={t(texts, "editor.dropzone.alt_placeholder")}
        aria-invalid={over > 0 || undefined}
        aria-describedby={over > 0 ? `${id}-over` : undefined}
        // One line, whatever is pasted.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        onChange={({ target }) => describe(newLines(target.value).replace(/\s*\n\s*/g, " "))}
      />
      {over > 0 && (
        <p className="dropzone-over" id={`${id}-over`}>
          {t(texts, "editor.text_over", { n: over })}
        </p>
      )}
    </div>
  );
}
