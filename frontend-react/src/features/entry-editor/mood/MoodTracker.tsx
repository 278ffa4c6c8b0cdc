import { RotateCcw } from "lucide-react";
import { type KeyboardEvent, type RefObject, useRef } from "react";
import type { Mood } from "../../../shared/domain";
import { type Texts, t } from "../../../shared/i18n";
import { MOOD_DEFAULT, MOOD_MAX, MOOD_MIN } from "../../../shared/limits";
import { hasMood, isSet, sameMood } from "../../../shared/mood";
import { bandName, Faces } from "./Faces";
import { type Face, Feelings } from "./Feelings";
import { OwnEmoji } from "./OwnEmoji";

type Props = {
  mood: Mood;
  pro: boolean;
  /** The page hints at Pro here. */
  proHint: boolean;
  feelings: Face[];
  texts: Texts;
  range: RefObject<HTMLInputElement | null>;
  change: (mood: Mood) => void;
};

const FRESH: Mood = { level: MOOD_DEFAULT, feeling: null, customEmoji: null, isSet: false };

/**
 * A level from 1 to 10 in five bands of two, by a face or exactly; for Pro a feeling and an own emoji. Without Pro these two stay as
 * they came.
 * Each is chosen by itself: until somebody chooses a level there is none, and a reset goes back to that.
 */
export function MoodTracker({ mood: value, pro, proHint, feelings, texts, range, change }: Props) {
  const mood = { ...value, isSet: isSet(value) };
  const at = Math.ceil(mood.level / 2);
  const band = bandName(at);
  const hasFace = mood.feeling !== null || mood.customEmoji !== null;
  const fresh = pro ? FRESH : { ...mood, level: MOOD_DEFAULT, isSet: false };
  const choose = (next: Partial<Mood>) => change({ ...mood, ...next });
  const chooseLevel = (level: number) => choose({ level, isSet: true });
  // The middle is chosen by a tap that moves nothing. A range input sends no click by touch, and a pointer that was pressed
  // elsewhere may be lifted here.
  const isPressed = useRef(false);
  const lift = () => {
    if (isPressed.current && !mood.isSet) chooseLevel(mood.level);
    isPressed.current = false;
  };
  const key = (event: KeyboardEvent) => {
    if (mood.isSet || ![" ", "Enter"].includes(event.key)) return;
    event.preventDefault();
    chooseLevel(mood.level);
  };
  const words = mood.isSet
    ? `${t(texts, "editor.mood.level", { n: mood.level })}, ${t(texts, band)}`
    : t(texts, "editor.mood.not_set");

  return (
    <div className="mood-tracker" data-chosen={hasMood(mood) ? "" : undefined}>
      <div className="mood" data-band={mood.isSet ? at : undefined}>
        <Faces texts={texts} chosen={mood.isSet ? at : undefined} choose={chooseLevel} />
        <input
          ref={range}
          type="range"
          className="mood-range"
          min={MOOD_MIN}
          max={MOOD_MAX}
          step={1}
          value={mood.level}
          aria-label={t(texts, "editor.mood_label")}
          aria-valuetext={words}
          onChange={(event) => chooseLevel(event.target.valueAsNumber)}
          onPointerDown={() => {
            isPressed.current = true;
          }}
          onPointerUp={lift}
          onPointerCancel={() => {
            isPressed.current = false;
          }}
          onKeyDown={key}
        />
        <p className="mood-words" aria-hidden>
          {mood.isSet ? (
            <>
              <span className="mood-band">{t(texts, band)}</span> {t(texts, "editor.mood.value", { n: mood.level })}
            </>
          ) : (
            t(texts, "editor.mood.not_set")
          )}
        </p>
        <button
          type="button"
          className="button button-quiet mood-reset"
          hidden={sameMood(mood, fresh)}
          onClick={() => {
            choose(fresh);
            range.current?.focus();
          }}
        >
          <RotateCcw aria-hidden size={18} strokeWidth={1.75} />
          {t(texts, "editor.mood.reset")}
        </button>
      </div>
      {pro ? (
        <>
          <Feelings texts={texts} faces={feelings} chosen={mood.feeling} choose={(feeling) => choose({ feeling })} />
          <OwnEmoji texts={texts} value={mood.customEmoji} choose={(customEmoji) => choose({ customEmoji })} />
        </>
      ) : (
        <>
          {hasFace && <KeptFace mood={mood} faces={feelings} texts={texts} />}
          {proHint && (
            <p className="pro-line">
              {t(texts, "editor.mood.with_pro")} <a href="/subscription">{t(texts, "editor.pro_link")}</a>
            </p>
          )}
        </>
      )}
    </div>
  );
}

/** A feeling that was chosen with Pro stays visible. */
function KeptFace({ mood, faces, texts }: { mood: Mood; faces: Face[]; texts: Props["texts"] }) {
  const face = faces.find(({ name }) => name === mood.feeling);
  return (
    <p className="mood-kept">
      <span className="emojis" aria-hidden>
        {[face?.emoji, mood.customEmoji].filter(Boolean).join(" ")}
      </span>
      {mood.feeling && ` ${t(texts, `editor.mood.feelings.${mood.feeling}`)}`}
    </p>
  );
}
