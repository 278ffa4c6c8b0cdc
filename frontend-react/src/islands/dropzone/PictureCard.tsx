import { ArrowLeft, ArrowRight, Star, X } from "lucide-react";
import { type SyntheticEvent, useEffect, useState } from "react";
import type { Picture } from "../../editor/content";
import { type Texts, t } from "../../i18n";
import type { Change } from "./pictures";

type Props = {
  picture: Picture | File;
  at: number;
  main: boolean;
  only: boolean;
  earlier: boolean;
  later: boolean;
  texts: Texts;
  apply: (change: Change) => void;
};

const ICON = { "aria-hidden": true, size: 18, strokeWidth: 1.75 } as const;

export function PictureCard({ picture, at, main, only, earlier, later, texts, apply }: Props) {
  const n = at + 1;
  const isNew = picture instanceof File;
  const name = isNew
    ? t(texts, "editor.dropzone.preview", { n, name: picture.name })
    : t(texts, "editor.dropzone.saved_preview", { n });

  return (
    <li className="dropzone-picture" data-main={main || undefined}>
      {isNew ? <NewImage file={picture} alt={name} /> : <SavedImage picture={picture} alt={name} />}
      <div className="dropzone-tools">
        {!only && (
          <button
            type="button"
            className="dropzone-tool dropzone-star"
            aria-pressed={main}
            aria-label={`${t(texts, main ? "editor.dropzone.main" : "editor.dropzone.make_main")}: ${name}`}
            onClick={() => apply({ do: "choose", at })}
          >
            <Star {...ICON} fill={main ? "currentColor" : "none"} />
          </button>
        )}
        {earlier && (
          <button
            type="button"
            className="dropzone-tool"
            aria-label={t(texts, "editor.dropzone.move_earlier", { n })}
            onClick={() => apply({ do: "move", at, by: -1 })}
          >
            <ArrowLeft {...ICON} />
          </button>
        )}
        {later && (
          <button
            type="button"
            className="dropzone-tool"
            aria-label={t(texts, "editor.dropzone.move_later", { n })}
            onClick={() => apply({ do: "move", at, by: 1 })}
          >
            <ArrowRight {...ICON} />
          </button>
        )}
        <button
          type="button"
          className="dropzone-tool dropzone-remove"
          aria-label={`${t(texts, "editor.dropzone.remove")}: ${name}`}
          onClick={() => apply({ do: "remove", at })}
        >
          <X {...ICON} />
        </button>
      </div>
    </li>
  );
}

function NewImage({ file, alt }: { file: File; alt: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return <img className="dropzone-image" src={url} alt={alt} decoding="async" />;
}

/** A broken thumbnail falls back to the original (spec 8). */
function SavedImage({ picture, alt }: { picture: Picture; alt: string }) {
  const fallBack = ({ currentTarget: image }: SyntheticEvent<HTMLImageElement>) => {
    if (picture.url && !image.src.endsWith(picture.url)) image.src = picture.url;
  };
  return (
    <img
      className="dropzone-image"
      src={picture.thumbnailUrl || picture.url}
      alt={alt}
      decoding="async"
      onError={fallBack}
    />
  );
}
