/** The most sentences per text that are compared. */
const COMPARED = 1000;

/**
 * Merges two texts sentence by sentence. Shared sentences appear once; where the texts differ, the first comes before the
 * second. Texts that share less than half of the shorter one are put one after the other, separated by `between`.
 */
export function mergeText(first: string, second: string, between = "\n\n"): string {
  const [a, b] = [first.trim(), second.trim()];
  if (a.includes(b)) return first;
  if (b.includes(a)) return second;
  return interleaved(sentences(a), sentences(b), between) ?? `${first.trimEnd()}${between}${second.trimStart()}`;
}

/** A sentence, and the white space before it. */
type Sentence = { words: string; before: string };

function sentences(text: string): Sentence[] {
  const segmenter = "Segmenter" in Intl ? new Intl.Segmenter(undefined, { granularity: "sentence" }) : undefined;
  const segments = segmenter ? [...segmenter.segment(text)].map(({ segment }) => segment) : text.split(/(?<=\n)/);
  const found: Sentence[] = [];
  let before = "";
  for (const segment of segments) {
    const words = segment.trim();
    before += segment.slice(0, segment.length - segment.trimStart().length);
    if (words === "") continue;
    found.push({ words, before });
    before = segment.slice(segment.trimEnd().length);
  }
  return found;
}

function interleaved(first: Sentence[], second: Sentence[], between: string): string | undefined {
  if (first.length > COMPARED || second.length > COMPARED) return undefined;
  const shared = longestCommon(first, second);
  const kept = length(shared.map(([at]) => first[at] as Sentence));
  if (kept * 2 < Math.min(length(first), length(second))) return undefined;
  const all: Sentence[] = [];
  let [from, other] = [0, 0];
  for (const [at, place] of [...shared, [first.length, second.length] as const]) {
    all.push(...mergeDifference(first.slice(from, at), second.slice(other, place)));
    const [one, same] = [first[at], second[place]];
    if (one && same) all.push({ words: one.words, before: one.before || same.before });
    [from, other] = [at + 1, place + 1];
  }
  return all.reduce((text, { words, before }) => (text ? text + (before || between) : "") + words, "");
}

function length(sentences: Sentence[]): number {
  return sentences.reduce((sum, { words }) => sum + words.length + 1, 0);
}

/** The sentences of both texts between two shared ones, without those that the other contains. */
function mergeDifference(first: Sentence[], second: Sentence[]): Sentence[] {
  const [a, b] = [first, second].map((sentences) => sentences.map(({ words }) => words).join(" "));
  if (a?.includes(b ?? "")) return first;
  return b?.includes(a ?? "") ? second : [...first, ...second];
}

/** The longest common subsequence of sentences, as pairs of indexes in the first and the second. */
function longestCommon(first: Sentence[], second: Sentence[]): (readonly [number, number])[] {
  const [a, b] = [first.map(({ words }) => words), second.map(({ words }) => words)];
  // The length of the common subsequence from these two indexes on.
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const from = (at: number, place: number) => lengths[at]?.[place] ?? 0;
  for (let at = a.length - 1; at >= 0; at--) {
    const row = lengths[at] ?? new Uint16Array();
    for (let place = b.length - 1; place >= 0; place--)
      row[place] =
        a[at] === b[place] ? from(at + 1, place + 1) + 1 : Math.max(from(at + 1, place), from(at, place + 1));
  }
  const shared: (readonly [number, number])[] = [];
  let [at, place] = [0, 0];
  while (at < a.length && place < b.length) {
    if (a[at] === b[place]) shared.push([at++, place++]);
    else if (from(at + 1, place) >= from(at, place + 1)) at++;
    else place++;
  }
  return shared;
}
