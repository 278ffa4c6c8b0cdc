import { type KeyboardEvent, useRef } from "react";
import type { Feeling } from "../../../shared/domain";
import { type Texts, t } from "../../../shared/i18n";

/** A feeling with the face that the server gives it. */
export type Face = { name: Feeling; emoji: string };

type Props = {
  texts: Texts;
  faces: Face[];
  chosen: Feeling | null;
  choose: (feeling: Feeling | null) => void;
};

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** One of twelve or none: choosing the chosen one again clears it. */
export function Feelings({ texts, faces, chosen, choose }: Props) {
  const group = useRef<HTMLDivElement>(null);
  const entrance = chosen ?? faces[0]?.name;
  const toggle = (name: Feeling) => {
    choose(name === chosen ? null : name);
  };
  const walk = (event: KeyboardEvent, at: number) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (at + step + faces.length) % faces.length;
    group.current?.querySelectorAll<HTMLButtonElement>("[role=radio]")[next]?.focus();
    const face = faces[next];
    if (face) choose(face.name);
  };

  return (
    <div ref={group} className="feelings" role="radiogroup" aria-label={t(texts, "editor.mood.feelings_label")}>
      {faces.map(({ name, emoji }, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio button cannot be cleared, and would go into the form's data.
        <button
          key={name}
          type="button"
          role="radio"
          className="feeling"
          aria-checked={name === chosen}
          data-chosen={name === chosen ? "" : undefined}
          tabIndex={name === entrance ? 0 : -1}
          onClick={() => toggle(name)}
          onKeyDown={(event) => walk(event, at)}
        >
          <span className="emojis" aria-hidden>
            {emoji}
          </span>
          {t(texts, `editor.mood.feelings.${name}`)}
        </button>
      ))}
    </div>
  );
}
