import { Link as LinkIcon, Unlink } from "lucide-react";
import { useRef } from "react";
import type { LinkView, ShareOptions } from "../../shared/domain";
import { t } from "../../shared/i18n";
import type { WidgetProps } from "../../shared/island";
import { LinkLimits } from "./LinkLimits";
import { isNothing, isShared, isUnsaved, PARTS } from "./link";
import { MadeLink } from "./MadeLink";
import { useCloseGuard } from "./useCloseGuard";
import { type Places, useShareLink } from "./useShareLink";

type Props = WidgetProps & {
  entry: string;
  link: LinkView;
  /** The parts that the entry has. */
  present: ShareOptions;
  /** The origin of the link's address. */
  origin: string;
  /** The message sent along with the link. */
  words: string;
  /** The owner's today, the first day on which a link may end. */
  today: string;
};

/** The content of the share dialog: the link, what it shows, its end and its PIN. */
export function ShareDialog({ entry, link: given, present, origin, words, today, texts }: Props) {
  const places: Places = {
    body: useRef(null),
    link: useRef(null),
    create: useRef(null),
    date: useRef(null),
    pin: useRef(null),
  };
  const share = useShareLink(entry, given, present, places, texts);
  const { link, choices, busy, missing, isUnfolded, dispatch } = share;
  const [hasLink, nothing, unsaved] = [isShared(link), isNothing(choices), isUnsaved(link, present, choices)];
  useCloseGuard(places.body, unsaved, () => dispatch({ type: "discarded" }), texts);

  const pressMain = () => {
    if (unsaved) share.save();
    else if (!hasLink && !nothing) share.create();
  };

  return (
    <fieldset className="stack" ref={places.body} aria-busy={busy !== "no"}>
      {hasLink && (
        <MadeLink
          link={link}
          address={`${origin}/shared/${link.token}`}
          words={words}
          copy={share.copy}
          isQuiet={unsaved}
          field={places.link}
          texts={texts}
        />
      )}
      <fieldset>
        <legend className="field-label">{t(texts, "share.options")}</legend>
        <div className="share-options">
          {PARTS.filter(([part]) => present[part]).map(([part, label]) => (
            <label className="check" key={part}>
              <input
                type="checkbox"
                checked={choices.options[part]}
                onChange={({ target }) => {
                  const options = { ...choices.options, [part]: target.checked };
                  dispatch({ type: "chosen", choices: { options } });
                }}
              />
              {t(texts, label)}
            </label>
          ))}
        </div>
      </fieldset>
      <LinkLimits
        link={link}
        choices={choices}
        missing={missing}
        isUnfolded={isUnfolded}
        today={today}
        dispatch={dispatch}
        pressMain={pressMain}
        date={places.date}
        pin={places.pin}
        texts={texts}
      />
      {(!hasLink || unsaved || nothing) && (
        // One of them at a time, in sight where the window is high enough: making the link, or saving what differs from it.
        <div className="share-foot">
          {nothing && (
            <p className="share-unsaved" role="status">
              {t(texts, "share.nothing")}
            </p>
          )}
          {unsaved && (
            <p className="share-unsaved" role="status">
              {t(texts, "share.unsaved")}
            </p>
          )}
          {!hasLink && (
            <button
              type="button"
              className="button button-main button-wide"
              ref={places.create}
              disabled={nothing}
              aria-disabled={busy !== "no" || undefined}
              onClick={share.create}
            >
              <LinkIcon className="icon" aria-hidden />
              {t(texts, busy === "creating" ? "share.creating" : "share.create")}
            </button>
          )}
          {unsaved && (
            <button
              type="button"
              className="button button-main button-wide"
              aria-disabled={busy !== "no" || undefined}
              onClick={share.save}
            >
              {t(texts, "share.save")}
            </button>
          )}
        </div>
      )}
      {hasLink && (
        // The button is at the end, away from the finger that has just made a link.
        <button
          type="button"
          className="button button-quiet share-end"
          aria-haspopup="dialog"
          aria-disabled={busy !== "no" || undefined}
          onClick={() => void share.end()}
        >
          <Unlink className="icon" aria-hidden />
          {t(texts, "share.deactivate")}
        </button>
      )}
    </fieldset>
  );
}
