import { type Key, t } from "../../../shared/i18n";
import { useEditor } from "../state/context";

const ELEMENTS = { differs: "mark", removed: "del", added: "ins" } as const;

const LABELS: Record<keyof typeof ELEMENTS, Key> = {
  differs: "editor.differences.only_here",
  removed: "editor.differences.removed",
  added: "editor.differences.added",
};

/** Words that two versions do not share. The style sheet has its label read aloud before them. */
export function Mark({ kind, text }: { kind: keyof typeof ELEMENTS; text: string }) {
  const { texts } = useEditor();
  const Element = ELEMENTS[kind];
  return (
    <Element className="difference" data-label={t(texts, LABELS[kind])}>
      {text}
    </Element>
  );
}
