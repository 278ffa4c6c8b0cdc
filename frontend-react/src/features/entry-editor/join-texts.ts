/** Both texts, one after the other; only one of them if it has the other. */
export function joinTexts(first: string, second: string, between = "\n\n"): string {
  const [a, b] = [first.trim(), second.trim()];
  if (a.includes(b)) return first;
  if (b.includes(a)) return second;
  return `${first.trimEnd()}${between}${second.trimStart()}`;
}
