import { useLayoutEffect } from "react";
import { type Texts, t } from "../../../shared/i18n";
import { useEditor, useEntry, useField } from "../state/context";
import { length, longestText } from "../state/counter";
import { ServerElement } from "./ServerElement";

/** The counter shows the remaining characters when they are fewer than this. */
const NEAR_LIMIT = 200;

type Field = HTMLTextAreaElement | HTMLInputElement | null;
type Props = { counter: HTMLElement | null; marks: HTMLElement | null; field: Field };

/**
 * The counter below the text, what it means for the field, and from the first star on how marks are typed. The field itself is the
 * server's (`server-fields.ts`).
 */
export function TextCounter({ counter, marks, field }: Props) {
  const { texts } = useEditor();
  const text = useField("text");
  const n = length(text);
  const max = useEntry(({ target }) => longestText(target.saved));
  const isOver = n > max;
  const hasMarks = marks !== null && text.includes("*");
  useAutosize(field, text);
  return (
    <>
      <ServerElement
        place={field}
        attributes={{
          "aria-invalid": isOver ? "true" : undefined,
          "aria-describedby": hasMarks ? "text-count text-marks" : "text-count",
        }}
      />
      <ServerElement place={marks} attributes={{ hidden: hasMarks ? undefined : "" }} />
      <ServerElement
        place={counter}
        attributes={{ "data-state": isOver ? "over" : n > max - NEAR_LIMIT ? "near" : "ok" }}
      >
        {words(n, max, texts)}
      </ServerElement>
    </>
  );
}

function words(n: number, max: number, texts: Texts): string {
  if (n > max) return t(texts, "editor.text_over", { n: n - max });
  const count = t(texts, "editor.text_counter", { n, max });
  return n > max - NEAR_LIMIT ? `${count} · ${t(texts, "editor.text_left", { n: max - n })}` : count;
}

/** Sizes the field to its text where CSS cannot do it (`field-sizing: content`). */
function useAutosize(field: Field, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height.
  useLayoutEffect(() => {
    if (!field || "fieldSizing" in document.documentElement.style) return;
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight}px`;
  }, [field, text]);
}
