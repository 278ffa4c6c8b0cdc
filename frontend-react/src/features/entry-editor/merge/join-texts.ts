/** A paragraph is a line with words; `gap`: how many line ends are before it. */
type Paragraph = { text: string; gap: number };

/** Line ends between two texts that did not stand together before. */
const GAP = 2;

/** Texts whose paragraphs make a larger table share only their beginning and end: nobody types as many. */
const CELLS = 4_000_000;

/**
 * Both texts as one; only one of them if it has the other. Paragraphs that both have in the same order stand once. Between
 * them, those of `first` come before those of `second`.
 */
export function joinTexts(first: string, second: string, between = "\n\n"): string {
  const [a, b] = [first.trim(), second.trim()];
  if (has(a, b)) return first;
  if (has(b, a)) return second;
  const [one, other] = [paragraphs(a), paragraphs(b)];
  const shared = sharedPairs(keys(one), keys(other));
  if (shared.length === 0) return joinPair(one, other)?.text ?? `${first.trimEnd()}${between}${second.trimStart()}`;
  const all: Paragraph[] = [];
  let [i, j] = [0, 0];
  for (const [x, y] of [...shared, [one.length, other.length] as const]) {
    all.push(...joinApart(one.slice(i, x), other.slice(j, y)));
    const [here, there] = [one[x], other[y]];
    if (here && there) all.push({ text: here.text, gap: Math.min(here.gap || there.gap, there.gap || here.gap) });
    [i, j] = [x + 1, y + 1];
  }
  return written(all);
}

/** Paragraphs between two shared ones. They stand once if one side has the words of the other, or are joined by their sentences. */
function joinApart(one: Paragraph[], other: Paragraph[]): Paragraph[] {
  const [a, b] = [written(one), written(other)];
  if (has(a, b)) return one;
  if (has(b, a)) return other;
  const joined = joinPair(one, other);
  return joined ? [joined] : [...one, ...other];
}

/** One paragraph of each side as one, if they share a sentence. */
function joinPair([own, ...more]: Paragraph[], [other, ...others]: Paragraph[]): Paragraph | undefined {
  if (!own || !other || more.length > 0 || others.length > 0) return undefined;
  const text = joinSentences(sentences(own.text), sentences(other.text));
  return text === undefined ? undefined : { text, gap: own.gap };
}

/** Sentences that both have in the same order stand once; undefined if there are none. */
function joinSentences(one: string[], other: string[]): string | undefined {
  const shared = sharedPairs(one, other);
  if (shared.length === 0) return undefined;
  const all: string[] = [];
  let [i, j] = [0, 0];
  for (const [x, y] of [...shared, [one.length, other.length] as const]) {
    const [here, there] = [one.slice(i, x).join(" "), other.slice(j, y).join(" ")];
    if (!has(there, here)) all.push(here);
    if (!has(here, there) || here === there) all.push(there);
    all.push(...one.slice(x, x + 1));
    [i, j] = [x + 1, y + 1];
  }
  return all.filter(Boolean).join(" ");
}

/** Only where one surely ends: '3. Mai', '1. Milch' and 'Prof. Meier' stay whole. */
function sentences(text: string): string[] {
  return text.trim().split(/(?<=[!?…]|\p{L}{5}\.)\s+(?=\p{Lu})/u);
}

function paragraphs(text: string): Paragraph[] {
  const all: Paragraph[] = [];
  let gap = 0;
  for (const line of text.split("\n")) {
    if (line.trim()) {
      all.push({ text: line, gap });
      gap = 0;
    }
    gap += 1;
  }
  return all;
}

function written(all: Paragraph[]): string {
  return all.map(({ text, gap }, at) => (at === 0 ? "" : "\n".repeat(gap || GAP)) + text).join("");
}

function keys(all: Paragraph[]): string[] {
  return all.map(({ text }) => text.trim());
}

/** The positions of shared elements in both: a longest common subsequence. */
function sharedPairs(one: string[], other: string[]): [number, number][] {
  const start = sharedStart(one, other);
  const end = sharedStart(one.slice(start).reverse(), other.slice(start).reverse());
  const middle = longestPairs(one.slice(start, one.length - end), other.slice(start, other.length - end));
  return [
    ...one.slice(0, start).map((_, at): [number, number] => [at, at]),
    ...middle.map(([i, j]): [number, number] => [start + i, start + j]),
    ...one.slice(one.length - end).map((_, at): [number, number] => [one.length - end + at, other.length - end + at]),
  ];
}

/** How many of the first elements are the same. */
function sharedStart(one: string[], other: string[]): number {
  const at = one.findIndex((paragraph, index) => paragraph !== other[index]);
  return at < 0 ? one.length : at;
}

function longestPairs(one: string[], other: string[]): [number, number][] {
  const width = other.length + 1;
  if ((one.length + 1) * width > CELLS) return [];
  /** The length of the longest subsequence of what follows `i` and `j`. */
  const lengths = new Uint16Array((one.length + 1) * width);
  const longest = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      const isShared = one[i] === other[j];
      lengths[i * width + j] = isShared ? longest(i + 1, j + 1) + 1 : Math.max(longest(i + 1, j), longest(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < one.length && j < other.length; ) {
    if (one[i] === other[j]) pairs.push([i++, j++]);
    else if (longest(i + 1, j) >= longest(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

/** Whether `text` has the whole words of `part` as they stand: 'Jahr' does not have 'Ja'. */
function has(text: string, part: string): boolean {
  return text === part || part === "" || (text.includes(part) && words(text).includes(words(part)));
}

function words(text: string): string {
  const all = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return ` ${all.join(" ")} `;
}
