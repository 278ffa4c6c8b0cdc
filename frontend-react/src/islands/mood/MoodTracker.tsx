import { Annoyed, Frown, Laugh, type LucideIcon, Meh, RotateCcw, Smile } from "lucide-react";
import { useState } from "react";
import type { Mood } from "../../domain";
import { type Key, t } from "../../i18n";
import { MOOD_DEFAULT, MOOD_MAX, MOOD_MIN } from "../../limits";
import type { WidgetProps } from "../island";

type Props = WidgetProps & { value?: Mood };

type Band = { icon: LucideIcon; name: Key };

const BANDS: [Band, Band, Band, Band, Band] = [
  { icon: Frown, name: "editor.mood.band_1" },
  { icon: Annoyed, name: "editor.mood.band_2" },
  { icon: Meh, name: "editor.mood.band_3" },
  { icon: Smile, name: "editor.mood.band_4" },
  { icon: Laugh, name: "editor.mood.band_5" },
];

/** A level from 1 to 10 in five bands of two; feeling and own emoji pass through as they came. */
export function MoodTracker({ value, texts, changed }: Props) {
  const [level, setLevel] = useState(value?.level ?? MOOD_DEFAULT);
  const at = Math.ceil(level / 2);
  const band = BANDS[at - 1] ?? BANDS[2];
  const Icon = band.icon;
  const choose = (next: number) => {
    setLevel(next);
    changed();
  };
  const mood: Mood = { level, feeling: value?.feeling ?? null, customEmoji: value?.customEmoji ?? null };

  return (
    <div className="mood" data-band={at}>
      <Icon className="mood-face" aria-hidden strokeWidth={1.75} />
      <input
        type="range"
        className="mood-range"
        min={MOOD_MIN}
        max={MOOD_MAX}
        step={1}
        value={level}
        aria-label={t(texts, "editor.mood_label")}
        aria-valuetext={`${t(texts, "editor.mood.level", { n: level })}, ${t(texts, band.name)}`}
        onChange={(event) => choose(event.target.valueAsNumber)}
      />
      <p className="mood-words" aria-hidden>
        <span className="mood-level">{t(texts, "editor.mood.level", { n: level })}</span>
        <span className="mood-band">{t(texts, band.name)}</span>
      </p>
      <button
        type="button"
        className="button button-quiet mood-reset"
        hidden={level === MOOD_DEFAULT}
        onClick={() => choose(MOOD_DEFAULT)}
      >
        <RotateCcw aria-hidden size={18} strokeWidth={1.75} />
        {t(texts, "editor.mood.reset")}
      </button>
      <input type="hidden" name="mood" value={JSON.stringify(mood)} readOnly />
    </div>
  );
}
