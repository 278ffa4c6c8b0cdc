import { useEffect, useId, useRef } from "react";
import { type Texts, t } from "../../../shared/i18n";
import { ALT } from "../../../shared/limits";
import { length, newLines } from "../state/counter";

type Props = { alt: string; n: number; texts: Texts; describe: (alt: string) => void };

/** The description of a picture, for those who do not see it. */
export function AltField({ alt, n, texts, describe }: Props) {
  const id = useId();
  const over = length(alt.trim()) - ALT;
  const field = useRef<HTMLTextAreaElement>(null);
  // Too long before it came: that is what it was opened for.
  const wasOver = useRef(over > 0);
  useEffect(() => {
    if (wasOver.current) field.current?.focus();
  }, []);
  return (
    <div className="dropzone-describe">
      <label className="field-hint" htmlFor={id}>
        {t(texts, "editor.dropzone.alt_label")}
        <span className="visually-hidden">{` (${t(texts, "editor.dropzone.saved_preview", { n })})`}</span>
      </label>
      <textarea
        ref={field}
        id={id}
        className="input dropzone-alt"
        rows={2}
        value={alt}
        placeholder={t(texts, "editor.dropzone.alt_placeholder")}
        aria-invalid={over > 0 || undefined}
        aria-describedby={over > 0 ? `${id}-over` : undefined}
        // One line, whatever is pasted.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        onChange={({ target }) => describe(newLines(target.value).replace(/\s*\n\s*/g, " "))}
      />
      {over > 0 && (
        <p className="dropzone-over" id={`${id}-over`}>
          {t(texts, "editor.text_over", { n: over })}
        </p>
      )}
    </div>
  );
}
