import { ArrowLeft, ArrowRight, Star, X } from "lucide-react";
import { label, type Texts, t } from "../../../shared/i18n";
import type { Picture } from "../content";
import { AltField } from "./AltField";
import { NewImage, SavedImage } from "./Preview";
import type { Change } from "./pictures";
import type { Card } from "./useCards";

type Props = {
  card: Card;
  /** The saved picture of the card's URL. */
  saved: Picture | undefined;
  at: number;
  main: boolean;
  only: boolean;
  earlier: boolean;
  later: boolean;
  /** It is being made smaller. */
  shrinking: boolean;
  texts: Texts;
  apply: (change: Change) => void;
};

const ICON = { "aria-hidden": true, size: 18, strokeWidth: 1.75 } as const;

export function PictureCard({ card, saved, at, main, only, earlier, later, shrinking, texts, apply }: Props) {
  const { key, picture, alt } = card;
  const n = at + 1;
  const name =
    picture instanceof File
      ? t(texts, "editor.dropzone.preview", { n, name: picture.name })
      : t(texts, "editor.dropzone.saved_preview", { n });

  return (
    <li className="dropzone-picture" data-card={key} data-main={main || undefined}>
      <div className="dropzone-frame">
        {picture instanceof File ? <NewImage file={picture} alt={name} /> : <SavedImage picture={saved} alt={name} />}
        {shrinking && <p className="dropzone-shrinking">{t(texts, "editor.dropzone.shrinking")}</p>}
        <div className="dropzone-tools">
          {!only && (
            <button
              type="button"
              className="dropzone-tool dropzone-star"
              aria-pressed={main}
              aria-label={`${label(texts, main ? "editor.dropzone.main" : "editor.dropzone.make_main")} ${name}`}
              onClick={() => apply({ do: "choose", picture })}
            >
              <Star {...ICON} fill={main ? "currentColor" : "none"} />
            </button>
          )}
          {earlier && (
            <button
              type="button"
              className="dropzone-tool"
              data-move={-1}
              aria-label={t(texts, "editor.dropzone.move_earlier", { n })}
              onClick={() => apply({ do: "move", picture, by: -1 })}
            >
              <ArrowLeft {...ICON} />
            </button>
          )}
          {later && (
            <button
              type="button"
              className="dropzone-tool"
              data-move={1}
              aria-label={t(texts, "editor.dropzone.move_later", { n })}
              onClick={() => apply({ do: "move", picture, by: 1 })}
            >
              <ArrowRight {...ICON} />
            </button>
          )}
          <button
            type="button"
            className="dropzone-tool dropzone-remove"
            data-remove
            aria-label={`${label(texts, "editor.dropzone.remove")} ${name}`}
            onClick={() => apply({ do: "remove", picture })}
          >
            <X {...ICON} />
          </button>
        </div>
      </div>
      <AltField alt={alt} n={n} texts={texts} describe={(alt) => apply({ do: "describe", picture, alt })} />
    </li>
  );
}
