import { useMemo, useState } from "react";
import { t } from "../../../shared/i18n";
import { useEditor } from "../state/context";
import { Mark } from "../ui/Mark";
import { differences, folded } from "./differences";

/** `own` with what `other` does not have marked, and without long parts that both have. */
export default function Compared({ own, other }: { own: string; other: string }) {
  const parts = useMemo(() => folded(differences(own, other)), [own, other]);
  return (
    <>
      {parts.map((part, at) => {
        // biome-ignore-start lint/suspicious/noArrayIndexKey: both versions stay as they are while they are shown.
        if (part.kind === "folded") return <Folded key={at} text={part.text} paragraphs={part.paragraphs} />;
        return part.kind === "same" ? part.text : part.text && <Mark key={at} kind="differs" text={part.text} />;
        // biome-ignore-end lint/suspicious/noArrayIndexKey: as above.
      })}
    </>
  );
}

/** A part that both versions have. It is shown when it is pressed. */
function Folded({ text, paragraphs }: { text: string; paragraphs: number }) {
  const { texts } = useEditor();
  const [isShown, show] = useState(false);
  if (isShown) {
    // It takes the focus of the button that it replaces.
    const focus = (shown: HTMLElement | null) => shown?.focus({ preventScroll: true });
    return (
      <span tabIndex={-1} ref={focus}>
        {text}
      </span>
    );
  }
  return (
    <button
      type="button"
      className="folded-text"
      aria-label={paragraphs > 0 ? undefined : t(texts, "editor.differences.unfold")}
      onClick={() => show(true)}
    >
      {paragraphs > 0 ? t(texts, "editor.differences.paragraphs", { n: paragraphs }) : "…"}
    </button>
  );
}
