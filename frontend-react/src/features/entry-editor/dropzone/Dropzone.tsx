import { ImagePlus } from "lucide-react";
import {
  type ChangeEvent,
  lazy,
  type PointerEvent,
  Suspense,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { send } from "../../../shared/events";
import { t } from "../../../shared/i18n";
import { whenIdle } from "../../../shared/idle";
import { IMAGE_BYTES } from "../../../shared/limits";
import { placed } from "../merge/arrangement";
import { useEditor, useEntry, useField, useTool } from "../state/context";
import { readable } from "./downscale";
import { useDrop, usePaste } from "./incoming";
import { announcement, refuse } from "./messages";
import { PictureCard } from "./PictureCard";
import { type Change, canMove, sift, withFewHeic } from "./pictures";
import { ACCEPT, isTyped, typed } from "./types";
import { useAdd } from "./useAdd";
import { useCards } from "./useCards";
import { useFocus } from "./useFocus";

const loadPanel = () => import("./PicturePanel");

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
  // Each start of the section fetches the panel anew: `lazy` remembers a failure.
  const [PicturePanel] = useState(() => lazy(loadPanel));
  const place = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const browse = useRef<HTMLButtonElement>(null);
  const [said, say] = useState("");
  /** The card whose panel is open. */
  const [opened, open] = useState<string>();
  const [hint, panel] = [useId(), useId()];
  const cards = useCards(pictures.shown);
  const focus = useFocus(cards, place, browse);
  useTool("#photos", () => (browse.current ? input.current?.click() : false));
  const adding = useAdd(() => refuse(["duplicate"], texts, limit));
  const total = pictures.shown.length;
  const openedAt = cards.findIndex(({ key }) => key === opened);
  const openedCard = cards[openedAt];
  // Before somebody taps on a photo, who may be without a connection by then.
  useEffect(() => (total > 0 ? whenIdle(() => void loadPanel().catch(() => undefined)) : undefined), [total]);

  /** False: there is no place to move to. */
  const apply = (change: Change): boolean => {
    // A drag moves more than once.
    const now = placed(store.getState().content);
    if (change.do === "move" && !canMove(now, change.picture, change.by)) return false;
    focus(change);
    // The row stays where the last photo was taken away. It must be in sight before something in it can have the focus.
    if (change.do === "remove") flushSync(() => store.dispatch({ type: "open_row", row: "#photos" }));
    say((before) => announcement(change, now, texts) ?? before);
    store.dispatch({ type: "edit_pictures", change });
    return true;
  };
  // Files whose type is known are there at once. A save waits for the others.
  const add = (chosen: File[]) =>
    isTyped(chosen)
      ? take(chosen)
      : adding.wait(
          typed(chosen).then(async (files) => {
            const few = withFewHeic(files, limit);
            return take(await readable(few), few.length < files.length);
          }),
        );
  const take = (files: File[], wereMore = false): boolean => {
    // Others may have come meanwhile.
    const now = placed(store.getState().content);
    const { fresh, refused } = sift(files, now, limit, IMAGE_BYTES);
    if (wereMore && !refused.includes("many")) refused.push("many");
    if (fresh.length > 0) {
      focus({ do: "add", files: fresh });
      adding.add(fresh);
      say(t(texts, "editor.dropzone.said_count", { n: now.shown.length + fresh.length }));
    }
    refuse(refused, texts, limit, fresh.length);
    return refused.length === 0;
  };
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const list = () => place.current?.querySelector("ul");
    void Promise.resolve(add([...(event.target.files ?? [])])).then(() =>
      list()?.scrollIntoView?.({ block: "nearest" }),
    );
    // The same file can be chosen again after it was removed.
    event.target.value = "";
  };
  const drop = useDrop(add);
  const drag = ({ target, button, currentTarget: list, nativeEvent }: PointerEvent<HTMLElement>) => {
    const key = (target as Element).closest(".dropzone-thumb")?.closest<HTMLElement>("[data-card]")?.dataset.card;
    const card = cards.find((one) => one.key === key);
    if (!card || button !== 0) return;
    const { picture } = card;
    const move = (by: -1 | 1) => flushSync(() => apply({ do: "move", picture, by }));
    const follow = ({ followDrag }: Awaited<ReturnType<typeof loadPanel>>) =>
      followDrag(list, card.key, nativeEvent, move);
    void loadPanel().then(follow, () => undefined);
  };
  // The words may be far away from the photos, where nobody would see that one came.
  usePaste(place, async (images) => {
    if (await add(images)) send("app:toast", { title: t(texts, "editor.dropzone.pasted"), kind: "ok" });
  });

  const limitWords =
    limit === 1 ? t(texts, "editor.dropzone.limit_one") : t(texts, "editor.dropzone.limit_many", { n: limit });
  const choose = () => input.current?.click();

  return (
    <div ref={place} className="dropzone" {...drop}>
      {total > 0 ? (
        <ul className="dropzone-pictures" aria-label={t(texts, "editor.photos_label")} onPointerDown={drag}>
          {cards.map((card, at) => (
            <PictureCard
              key={card.key}
              card={card}
              saved={saved.find(({ url }) => url === card.picture)}
              at={at}
              main={at === pictures.main}
              only={total === 1}
              open={at === openedAt}
              shrinking={adding.shrinking.some((file) => file === card.picture)}
              panel={panel}
              texts={texts}
              toggle={() => open(at === openedAt ? undefined : card.key)}
              apply={apply}
            />
          ))}
          {total < limit && (
            <li className="dropzone-more">
              <button ref={browse} type="button" className="dropzone-next" onClick={choose}>
                <ImagePlus aria-hidden strokeWidth={1.75} />
                {t(texts, "editor.dropzone.add_another")}
              </button>
            </li>
          )}
        </ul>
      ) : (
        <div className="dropzone-add">
          <span className="dropzone-drop">{t(texts, "editor.dropzone.drop")}</span>
          <button ref={browse} type="button" className="button" aria-describedby={hint} onClick={choose}>
            <ImagePlus aria-hidden size={20} strokeWidth={1.75} />
            {t(texts, "editor.dropzone.browse")}
          </button>
          <span className="dropzone-hint" id={hint}>
            {limitWords}
          </span>
        </div>
      )}
      {openedCard ? (
        <Suspense fallback={null}>
          <PicturePanel
            key={openedCard.key}
            id={panel}
            card={openedCard}
            at={openedAt}
            pictures={pictures}
            texts={texts}
            apply={apply}
          />
        </Suspense>
      ) : (
        total > 0 && <p className="dropzone-hint">{t(texts, "editor.dropzone.edit")}</p>
      )}
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
