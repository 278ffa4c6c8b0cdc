import { type ReactNode, useId } from "react";
import { type Key, type Texts, t } from "../../shared/i18n";
import { over } from "./profile";

type Shared = { id?: string; label: Key; hint?: Key; isRequired?: boolean; texts: Texts };
type LabelledProps = Shared & { id: string; isEmpty: boolean; children: ReactNode };

/** A label with a hint, and a mark while a required field is empty. */
function Labelled({ id, label, hint, isRequired, isEmpty, texts, children }: LabelledProps) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t(texts, label)}{" "}
        {isRequired && isEmpty && <span className="linkedin-required">{t(texts, "linkedin.required")}</span>}
      </label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {t(texts, hint)}
        </p>
      )}
      {children}
    </div>
  );
}

type TextProps = Shared & { value: string; rows?: number; change: (text: string) => void };

export function TextField({ value, rows = 2, change, ...shared }: TextProps) {
  const ownId = useId();
  const id = shared.id ?? ownId;
  const tooMany = over(value);
  const isOver = tooMany > 0;
  const about = [shared.hint && `${id}-hint`, isOver && `${id}-over`].filter(Boolean).join(" ");
  return (
    <Labelled {...shared} id={id} isEmpty={value.trim() === ""}>
      <textarea
        id={id}
        className="input linkedin-text"
        rows={rows}
        dir="auto"
        value={value}
        required={shared.isRequired}
        aria-describedby={about || undefined}
        aria-invalid={isOver || undefined}
        onChange={(event) => change(event.target.value)}
      />
      {isOver && (
        <p className="field-error" id={`${id}-over`} role="status">
          {t(shared.texts, "linkedin.over", { n: tooMany })}
        </p>
      )}
    </Labelled>
  );
}

type ChoiceProps<V extends string> = Shared & {
  value: V;
  /** The texts of the values. */
  of: Record<string, Key>;
  /** The label of an empty choice. A field with a default has none. */
  empty?: Key;
  change: (value: V) => void;
};

export function Choice<V extends string>({ value, of, empty, change, ...shared }: ChoiceProps<V>) {
  const ownId = useId();
  const id = shared.id ?? ownId;
  return (
    <Labelled {...shared} id={id} isEmpty={value === ""}>
      <select
        id={id}
        className="input"
        value={value}
        required={shared.isRequired}
        aria-describedby={shared.hint && `${id}-hint`}
        onChange={(event) => change(event.target.value as V)}
      >
        {empty && <option value="">{t(shared.texts, empty)}</option>}
        {Object.entries(of).map(([value, key]) => (
          <option key={value} value={value}>
            {t(shared.texts, key)}
          </option>
        ))}
      </select>
    </Labelled>
  );
}
