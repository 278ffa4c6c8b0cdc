// The graphemes that are emojis, and their form: the browser's half of `domain/src/emoji.rs`.

const VS15 = "\u{fe0e}";
const VS16 = "\u{fe0f}";
const ZWJ = "\u{200d}";
const KEYCAP = "\u{20e3}";

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const known = rgi();
const presented = /^\p{Emoji_Presentation}$/u;
/** Skin tones and hair, which are parts of other emojis only. */
const component = /^[\u{1f3fb}-\u{1f3ff}\u{1f9b0}-\u{1f9b3}]$/u;
/** Code points that are kept free for emojis to come. */
const unborn = /^(?=\p{Extended_Pictographic})\p{Unassigned}/u;

export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Only the emojis of `typed`, each in its full form. What may be one that is newer than this browser stays: the server decides. */
export function likelyEmojis(typed: string): string {
  return graphemes(typed)
    .map(fullForm)
    .filter((full) => isKnown(full) || isLikely(full))
    .join("");
}

/** The sent emojis that the server did not keep. */
export function leftOut(sent: string, kept: string): string {
  const there = graphemes(kept);
  return graphemes(sent)
    .filter((emoji) => !there.includes(emoji))
    .join("");
}

function isKnown(full: string): boolean {
  return known.test(full) && !component.test(full);
}

/** One of a later standard, or known ones that are joined to one of a later standard or of a single maker. */
function isLikely(full: string): boolean {
  const parts = full.split(ZWJ);
  if (parts.length === 1) return unborn.test(full);
  return parts.every((part) => isKnown(part) || unborn.test(part));
}

/** The grapheme with U+FE0F wherever it belongs, or nothing where a text form was asked for. */
function fullForm(grapheme: string): string {
  if (grapheme.includes(VS15)) return "";
  const bare = grapheme.replaceAll(VS16, "");
  if (bare.endsWith(KEYCAP)) return /^[0-9#*]$/.test(bare[0] ?? "") && bare.length === 2 ? bare[0] + VS16 + KEYCAP : "";
  return bare.split(ZWJ).filter(Boolean).map(withSelector).join(ZWJ);
}

function withSelector(part: string): string {
  const single = [...part].length === 1;
  return single && !presented.test(part) && known.test(part + VS16) ? part + VS16 : part;
}

/** The `v` flag came to browsers in 2023; older ones get a test that lets more through. */
function rgi(): RegExp {
  try {
    // biome-ignore lint/complexity/useRegexLiterals: a literal that the browser cannot read would end the whole script.
    return new RegExp("^\\p{RGI_Emoji}$", "v");
  } catch {
    return /^(\p{Regional_Indicator}{2}|[0-9#*]\u{fe0f}\u{20e3}|(?!\p{Regional_Indicator})\p{Extended_Pictographic}.*)$/u;
  }
}
