import { ArrowLeft, ArrowRight, Star } from "lucide-react";
import { label, type Texts, t } from "../../../shared/i18n";
import type { Arrangement } from "../merge/arrangement";
import { IconButton } from "../ui/IconButton";
import { AltField } from "./AltField";
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
