import { type Key, type Texts, t } from "../../i18n";
import { SUMMARY, TEXT, TOP_MOMENT, TRANSCRIPT } from "../../limits";
import type { Content } from "./content";

/** From so many remaining characters on the counter shows how many are left. */
const NEAR_LIMIT = 200;

/** Line ends as one character, as the server counts them. */
export function newLines(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** Unicode scalar values. */
export function length(text: string): number {
  let count = 0;
  for (const _ of newLines(text)) count++;
  return count;
}

export function showCount(counter: HTMLElement | null, field: HTMLElement | null, text: string, texts: Texts): void {
  const n = length(text);
  const over = n > TEXT;
  if (over) field?.setAttribute("aria-invalid", "true");
  else field?.removeAttribute("aria-invalid");
  if (!counter) return;
  counter.dataset.state = over ? "over" : n > TEXT - NEAR_LIMIT ? "near" : "ok";
  counter.textContent = words(n, texts);
}

function words(n: number, texts: Texts): string {
  if (n > TEXT) return t(texts, "editor.text_over", { n: n - TEXT });
  const count = t(texts, "editor.text_counter", { n, max: TEXT });
  return n > TEXT - NEAR_LIMIT ? `${count} · ${t(texts, "editor.text_left", { n: TEXT - n })}` : count;
}

type Bound = { field: "text" | "summary" | "topMoment" | "audioTranscript"; max: number; message: Key };

const BOUNDS: Bound[] = [
  { field: "text", max: TEXT, message: "errors.text_too_long" },
  { field: "summary", max: SUMMARY, message: "errors.summary_too_long" },
  { field: "topMoment", max: TOP_MOMENT, message: "errors.top_moment_too_long" },
  { field: "audioTranscript", max: TRANSCRIPT, message: "errors.transcript_too_long" },
];

/** The first field that is too long. The server trims all but the text. */
export function overLimit(content: Content): Bound | undefined {
  const [summary, topMoment] = [content.summary.trim(), content.topMoment.trim()];
  const sent = { ...content, summary, topMoment, audioTranscript: content.audioTranscript.trim() };
  return BOUNDS.find(({ field, max }) => length(sent[field]) > max);
}
