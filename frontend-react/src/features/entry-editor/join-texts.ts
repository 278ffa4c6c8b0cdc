/** Both texts, one after the other; only one of them if it has the other. Paragraphs that both begin or end with stand once. */
export function joinTexts(first: string, second: string, between = "\n\n"): string {
  const [a, b] = [first.trim(), second.trim()];
  if (has(a, b)) return first;
  if (has(b, a)) return second;
  const [one, other] = [a.split(/\n{2,}/), b.split(/\n{2,}/)];
  const start = sharedStart(one, other);
  const end = sharedStart(one.slice(start).reverse(), other.slice(start).reverse());
  if (start + end === 0) return `${first.trimEnd()}${between}${second.trimStart()}`;
  const [x = "", y = ""] = [one, other].map((text) => text.slice(start, text.length - end).join("\n\n"));
  const middle = [joinTexts(x, y)].filter(Boolean);
  return [...one.slice(0, start), ...middle, ...one.slice(one.length - end)].join("\n\n");
}

/** How many of the first elements are the same. */
function sharedStart(one: string[], other: string[]): number {
  const at = one.findIndex((paragraph, index) => paragraph !== other[index]);
  return at < 0 ? one.length : at;
}

/** Whether `text` has the whole words of `part` as they stand: 'Jahr' does not have 'Ja'. */
function has(text: string, part: string): boolean {
  return text === part || part === "" || (text.includes(part) && words(text).includes(words(part)));
}

function words(text: string): string {
  const all = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return ` ${all.join(" ")} `;
}
