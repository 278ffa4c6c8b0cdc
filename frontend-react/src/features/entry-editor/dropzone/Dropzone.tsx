import { ImagePlus } from "lucide-react";
import { type ChangeEvent, useId, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { send } from "../../../shared/events";
import { t } from "../../../shared/i18n";
import { IMAGE_BYTES } from "../../../shared/limits";
import { placed } from "../arrangement";
import { useEditor, useEntry, useField, useTool } from "../context";
import { announcement } from "./announcement";
import { PictureCard } from "./PictureCard";
import { type Change, canMove, sift } from "./pictures";
import { refuse } from "./refuse";
import { ACCEPT, isTyped, typed } from "./types";
import { useAdd } from "./useAdd";
import { useCards } from "./useCards";
import { useDrop } from "./useDrop";
import { useFocus } from "./useFocus";
import { usePaste } from "./usePaste";

/** The entry's photos: dropped, pasted or chosen, described, in order, one of them the main picture. */
export function Dropzone({ limit = 1, proHint = false }: { limit?: number; proHint?: boolean }) {
  const { texts, store } = useEditor();
  const saved = useEntry((state) => state.pictures);
  const [images, files, alts] = [useField("images"), useField("files"), useField("alts")];
  const [imageOrder, mainImageIndex] = [useField("imageOrder"), useField("mainImageIndex")];
  const pictures = useMemo(
    () => placed({ images, files, alts, imageOrder, mainImageIndex }),
    [images, files, alts, imageOrder, mainImageIndex],
  );
  const place = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const browse = useRef<HTMLButtonElement>(null);
  const [said, say] = useState("");
  const hint = useId();
  const cards = useCards(pictures.shown);
  const focus = useFocus(cards, place, browse);
  useTool("#photos", () => (browse.current?.hidden ? false : input.current?.click()));
  const adding = useAdd(() => refuse(["duplicate"], texts, limit));
  const total = pictures.shown.length;

  const apply = (change: Change) => {
    focus(change);
    // The row stays where the last photo was taken away. It must be in sight before something in it can have the focus.
    if (change.do === "remove") flushSync(() => store.dispatch({ type: "open_row", row: "#photos" }));
    say(announcement(change, pictures, texts) ?? said);
    store.dispatch({ type: "edit_pictures", change });
  };
  // Files whose type is known are there at once. A save waits for the others.
  const add = (chosen: File[]) => (isTyped(chosen) ? take(chosen) : adding.wait(typed(chosen).then(take)));
  const take = (files: File[]): boolean => {
    // Others may have come meanwhile.
    const now = placed(store.getState().content);
    const { fresh, refused } = sift(files, now, limit, IMAGE_BYTES);
    if (fresh.length > 0) {
      focus({ do: "add", files: fresh });
      adding.add(fresh);
      say(t(texts, "editor.dropzone.said_count", { n: now.shown.length + fresh.length }));
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
  usePaste(place, async (images) => {
    if (await add(images)) send("app:toast", { title: t(texts, "editor.dropzone.pasted"), kind: "ok" });
  });

  return (
    <div ref={place} className="dropzone" {...drop}>
      {total > 0 && (
        <ul className="dropzone-pictures" aria-label={t(texts, "editor.photos_label")}>
          {cards.map((card, at) => (
            <PictureCard
              key={card.key}
              card={card}
              saved={saved.find(({ url }) => url === card.picture)}
              at={at}
              main={at === pictures.main}
              only={total === 1}
              earlier={canMove(pictures, at, -1)}
              later={canMove(pictures, at, 1)}
              shrinking={adding.shrinking.some((file) => file === card.picture)}
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
          accept={ACCEPT}
          multiple
          hidden
          tabIndex={-1}
          aria-label={t(texts, "editor.dropzone.browse")}
          onChange={chosen}
        />
      </div>
      {proHint && total >= limit && (
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
