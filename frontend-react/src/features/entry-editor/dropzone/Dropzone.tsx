import { ImagePlus } from "lucide-react";
import { type ChangeEvent, useId, useRef, useState } from "react";
import { send } from "../../../events";
import { t } from "../../../i18n";
import type { WidgetProps } from "../../../islands/island";
import { IMAGE_BYTES } from "../../../limits";
import { announcement } from "./announcement";
import { PictureCard } from "./PictureCard";
import { type Change, canMove, FORMATS, sift } from "./pictures";
import { refuse } from "./refuse";
import { useDrop } from "./useDrop";
import { useFocus } from "./useFocus";
import { usePaste } from "./usePaste";
import { type DropzoneValue, usePictures } from "./usePictures";

type Props = WidgetProps & DropzoneValue & { limit?: number };

/** The entry's photos: dropped, pasted or chosen, described, in order, one of them the main picture. */
export function Dropzone({ texts, changed, limit = 1, ...given }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const browse = useRef<HTMLButtonElement>(null);
  const [said, say] = useState("");
  const hint = useId();
  const duplicate = () => refuse(["duplicate"], texts, limit);
  const { pictures, shrinking, ...to } = usePictures(given, place, { changed, duplicate });
  const focus = useFocus(pictures, place, browse);
  const total = pictures.shown.length;

  const apply = (change: Change) => {
    focus(change);
    say(announcement(change, pictures, texts) ?? said);
    to.apply(change);
  };
  const add = (chosen: File[]): boolean => {
    const { fresh, refused } = sift(chosen, pictures, limit, IMAGE_BYTES);
    if (fresh.length > 0) {
      focus({ do: "add", shown: [] });
      to.add(fresh);
      say(t(texts, "editor.dropzone.said_count", { n: total + fresh.length }));
    }
    refuse(refused, texts, limit, fresh.length);
    return refused.length === 0;
  };
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    add([...(event.target.files ?? [])]);
    // The same file can be chosen again after it was removed.
    event.target.value = "";
  };
  const drop = useDrop(add);
  // The words may be far away from the photos, where nobody would see that one came.
  usePaste(place, (images) => {
    if (add(images)) send("app:toast", { title: t(texts, "editor.dropzone.pasted"), kind: "ok" });
  });

  return (
    <div ref={place} className="dropzone" {...drop}>
      {total > 0 && (
        <ul className="dropzone-pictures" aria-label={t(texts, "editor.photos_label")}>
          {pictures.shown.map((shown, at) => (
            <PictureCard
              key={shown.key}
              shown={shown}
              at={at}
              main={at === pictures.main}
              only={total === 1}
              earlier={canMove(pictures, at, -1)}
              later={canMove(pictures, at, 1)}
              shrinking={shrinking.includes(shown.key)}
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
      {limit === 1 && total >= limit && (
        <p className="pro-line">
          {t(texts, "editor.dropzone.with_pro")} <a href="/subscription">{t(texts, "editor.pro_link")}</a>
        </p>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  );
}
