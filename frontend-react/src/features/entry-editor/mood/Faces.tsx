import { Annoyed, Frown, Laugh, type LucideIcon, Meh, Smile } from "lucide-react";
import { useId } from "react";
import { type Key, type Texts, t } from "../../../shared/i18n";

/** `level` is the one that the face stands for: both halves of the scale are alike. */
type Band = { icon: LucideIcon; name: Key; level: number };

const MIDDLE: Band = { icon: Meh, name: "editor.mood.band_3", level: 5 };

const BANDS: Band[] = [
  { icon: Frown, name: "editor.mood.band_1", level: 1 },
  { icon: Annoyed, name: "editor.mood.band_2", level: 3 },
  MIDDLE,
  { icon: Smile, name: "editor.mood.band_4", level: 8 },
  { icon: Laugh, name: "editor.mood.band_5", level: 10 },
];

/** Bands count from one. */
export function bandName(band: number): Key {
  return (BANDS[band - 1] ?? MIDDLE).name;
}

type Props = { texts: Texts; chosen: number | undefined; choose: (level: number) => void };

/** The five bands as faces. The slider chooses a level within one. */
export function Faces({ texts, chosen, choose }: Props) {
  const group = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its legend into sight.
    <div className="mood-faces" role="group" aria-label={t(texts, "editor.mood_label")}>
      {BANDS.map(({ icon: Icon, name, level }, at) => (
        <label key={name} className="mood-face" data-chosen={chosen === at + 1 ? "" : undefined}>
          <input
            type="radio"
            name={group}
            className="visually-hidden"
            aria-label={t(texts, name)}
            checked={chosen === at + 1}
            onChange={() => choose(level)}
          />
          <Icon aria-hidden strokeWidth={1.75} />
        </label>
      ))}
    </div>
  );
}
