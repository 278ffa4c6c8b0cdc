import { ImagePlus } from "lucide-react";
import { type ChangeEvent, useId, useRef } from "react";
import { t } from "../../i18n";
import { IMAGE_BYTES } from "../../limits";
import type { WidgetProps } from "../island";
import { PictureCard } from "./PictureCard";
import { canMove, count, FORMATS, sift } from "./pictures";
import { refuse } from "./refuse";
import { useDrop } from "./useDrop";
import { useFocusAfterRemoval } from "./useFocusAfterRemoval";
import { type DropzoneValue, usePictures } from "./usePictures";

type Props = WidgetProps & DropzoneValue & { limit?: number };

/** The entry's photos: dropped or chosen, in order, one of them the main picture. */
export function Dropzone({ texts, changed, limit = 1, ...given }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [pictures, apply] = usePictures(given, place, changed);
  const browse = useRef<HTMLButtonElement>(null);
  const hint = useId();
  const total = count(pictures);

  const add = (chosen: File[]) => {
    const { fresh, refused } = sift(chosen, pictures, limit, IMAGE_BYTES);
    if (fresh.length > 0) apply({ do: "add", files: fresh });
    refuse(refused, texts, limit);
  };
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    add([...(event.target.files ?? [])]);
    // The same file can be chosen again after it was removed.
    event.target.value = "";
  };
  const drop = useDrop(add);
  useFocusAfterRemoval(total, browse);

  return (
    <div ref={place} className="dropzone" {...drop}>
      {total > 0 && (
        <ul className="dropzone-pictures" aria-label={t(texts, "editor.photos_label")}>
          {[...pictures.saved, ...pictures.files].map((picture, at) => (
            <PictureCard
              key={picture instanceof File ? `${picture.name} ${picture.size} ${picture.lastModified}` : picture.url}
              picture={picture}
              at={at}
              main={at === pictures.main}
              only={total === 1}
              earlier={canMove(pictures, at, -1)}
              later={canMove(pictures, at, 1)}
              texts={texts}
              apply={apply}
            />
          ))}
        </ul>
      )}
      <div className="dropzone-add" data-full={total >= limit || undefined}>
        {total === 0 && <span className="dropzone-drop">{t(texts, "editor.dropzone.drop")}</span>}
        <button
          ref={browse}
          type="button"
          className="button"
          hidden={total >= limit}
          aria-describedby={hint}
          onClick={() => input.current?.click()}
        >
          <ImagePlus aria-hidden size={20} strokeWidth={1.75} />
          {t(texts, total === 0 ? "editor.dropzone.browse" : "editor.dropzone.add_another")}
        </button>
        <span className="dropzone-hint" id={hint}>
          {limit === 1 ? t(texts, "editor.dropzone.limit_one") : t(texts, "editor.dropzone.limit_many", { n: limit })}
        </span>
        <input
          ref={input}
          type="file"
          className="dropzone-input"
          accept={FORMATS.join(",")}
          multiple
          hidden
          tabIndex={-1}
          aria-label={t(texts, "editor.dropzone.browse")}
          onChange={chosen}
        />
      </div>
    </div>
  );
}
