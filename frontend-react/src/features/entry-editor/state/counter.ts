import type { Key } from "../../../shared/i18n";
import { SUMMARY, TEXT, TOP_MOMENT, TRANSCRIPT } from "../../../shared/limits";
import type { Content } from "./content";

/** Line ends as one character, as the server counts them, and without NUL, which it refuses and nobody sees. */
export function newLines(text: string): string {
  return text.replace(/\r\n?/g, "\n").replaceAll("\0", "");
}

/** Unicode scalar values. */
export function length(text: string): number {
  let count = 0;
  for (const _ of newLines(text)) count++;
  return count;
}

type Bound = { field: "text" | "summary" | "topMoment" | "audioTranscript"; max: number; message: Key };

const BOUNDS: Bound[] = [
  { field: "text", max: TEXT, message: "errors.text_too_long" },
  { field: "summary", max: SUMMARY, message: "errors.summary_too_long" },
  { field: "topMoment", max: TOP_MOMENT, message: "errors.top_moment_too_long" },
  { field: "audioTranscript", max: TRANSCRIPT, message: "errors.transcript_too_long" },
];

/** The most characters of the text. An imported one that is longer stays whole, and only becomes shorter. */
export function longestText(saved: Pick<Content, "text">): number {
  return Math.max(TEXT, length(saved.text));
}

/** The first field that is too long. The server trims all but the text. */
export function overLimit(content: Content, saved: Pick<Content, "text">): Bound | undefined {
  const [summary, topMoment] = [content.summary.trim(), content.topMoment.trim()];
  const sent = { ...content, summary, topMoment, audioTranscript: content.audioTranscript.trim() };
  return BOUNDS.find(({ field, max }) => length(sent[field]) > (field === "text" ? longestText(saved) : max));
}
