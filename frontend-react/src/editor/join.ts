/** Texts are compared sentence by sentence up to this many of each. */
const COMPARED = 1000;

/**
 * Both texts, and nothing twice: what they share stands once, and where they differ the first comes before the second.
 * Texts that share less than half of the shorter one stand one after the other, parted by `between`.
 */
export function join(first: string, second: string, between = "\n\n"): string {
  const [a, b] = [first.trim(), second.trim()];
  if (a.includes(b)) return first;
  if (b.includes(a)) return second;
  return woven(sentences(a), sentences(b)) ?? `${first.trimEnd()}${between}${second.trimStart()}`;
}

/** Each with the space behind it, so that they make up the whole text. */
function sentences(text: string): string[] {
  const segmenter = "Segmenter" in Intl ? new Intl.Segmenter(undefined, { granularity: "sentence" }) : undefined;
  return segmenter ? [...segmenter.segment(text)].map(({ segment }) => segment) : text.split(/(?<=\n)/);
}

function woven(first: string[], second: string[]): string | undefined {
  if (first.length > COMPARED || second.length > COMPARED) return undefined;
  const shared = inBoth(first, second);
  const length = (sentences: string[]) => sentences.join("").trim().length;
  const kept = length(shared.map(([at]) => first[at] ?? ""));
  if (kept * 2 < Math.min(length(first), length(second))) return undefined;
  const parts: string[] = [];
  let [from, other] = [0, 0];
  for (const [at, place] of [...shared, [first.length, second.length] as const]) {
    parts.push(...differing(first.slice(from, at), second.slice(other, place)), first[at] ?? "");
    [from, other] = [at + 1, place + 1];
  }
  return parts.reduce(appended, "").trim();
}

/** What the first has at a place where the texts differ, and what the second has there. */
function differing(first: string[], second: string[]): string[] {
  const [a, b] = [first.join(""), second.join("")];
  if (a.includes(b.trim())) return [a];
  return b.includes(a.trim()) ? [b] : [a, b];
}

function appended(text: string, part: string): string {
  const isParted = text === "" || part === "" || /\s$/.test(text) || /^\s/.test(part);
  return isParted ? text + part : `${text} ${part}`;
}

/** The longest row of sentences that both have in this order, as places in the first and the second. */
function inBoth(first: string[], second: string[]): (readonly [number, number])[] {
  const [a, b] = [first, second].map((sentences) => sentences.map((sentence) => sentence.trim())) as [
    string[],
    string[],
  ];
  // How many are shared from these two places on.
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
