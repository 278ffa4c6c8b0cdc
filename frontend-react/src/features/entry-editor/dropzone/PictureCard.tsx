import { Star, X } from "lucide-react";
import type { KeyboardEvent, SyntheticEvent } from "react";
import { label, type Texts, t } from "../../../shared/i18n";
import type { Picture } from "../state/content";
import { useObjectUrl } from "../ui/useObjectUrl";
import type { Change } from "./pictures";
import type { Card } from "./useCards";

type Props = {
  card: Card;
  /** The saved picture of the card's URL. */
  saved: Picture | undefined;
  at: number;
  main: boolean;
  only: boolean;
  /** Its panel is open. */
  open: boolean;
  /** It is being made smaller. */
  shrinking: boolean;
  panel: string;
  texts: Texts;
  toggle: () => void;
  apply: (change: Change) => unknown;
};

const STEPS: Record<string, -1 | 1> = { ArrowLeft: -1, ArrowRight: 1 };

/** The name of a picture. */
export function nameOf({ picture }: Card, at: number, texts: Texts): string {
  const n = at + 1;
  return picture instanceof File
    ? t(texts, "editor.dropzone.preview", { n, name: picture.name })
    : t(texts, "editor.dropzone.saved_preview", { n });
}

/** A thumbnail: a tap opens what can be said and done about it, the arrow keys move it. */
export function PictureCard(props: Props) {
  const { card, saved, at, main, only, open, shrinking, panel, texts, toggle, apply } = props;
  const { key, picture } = card;
  const name = nameOf(card, at, texts);
  const walk = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    apply({ do: "move", picture, by });
  };

  return (
    <li className="dropzone-picture" data-card={key} data-main={main || undefined}>
      <button
        type="button"
        className="dropzone-thumb"
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        aria-keyshortcuts={only ? undefined : "ArrowLeft ArrowRight"}
        onClick={toggle}
        onKeyDown={walk}
      >
        {picture instanceof File ? <NewImage file={picture} alt={name} /> : <SavedImage picture={saved} alt={name} />}
        {main && !only && (
          <span className="dropzone-main">
            <Star aria-hidden strokeWidth={1.75} fill="currentColor" />
            <span className="visually-hidden">{t(texts, "editor.dropzone.main")}</span>
          </span>
        )}
        {shrinking && <span className="dropzone-shrinking">{t(texts, "editor.dropzone.shrinking")}</span>}
      </button>
      <button
        type="button"
        className="dropzone-tool dropzone-remove"
        data-remove
        aria-label={`${label(texts, "editor.dropzone.remove")} ${name}`}
        onClick={() => apply({ do: "remove", picture })}
      >
        <X aria-hidden strokeWidth={1.75} />
      </button>
    </li>
  );
}

function NewImage({ file, alt }: { file: File; alt: string }) {
  const url = useObjectUrl(file);
  return <img className="dropzone-image" src={url} alt={alt} decoding="async" draggable={false} />;
}

/** A broken thumbnail falls back to the original (spec 8). */
function SavedImage({ picture, alt }: { picture: Picture | undefined; alt: string }) {
  const fallBack = ({ currentTarget: image }: SyntheticEvent<HTMLImageElement>) => {
    if (picture?.url && !image.src.endsWith(picture.url)) image.src = picture.url;
  };
  return (
    <img
      className="dropzone-image"
      src={picture?.thumbnailUrl || picture?.url}
      alt={alt}
      decoding="async"
      draggable={false}
      onError={fallBack}
    />
  );
}
