/** One after the other, unless one holds the other already. */
export function join(first: string, second: string, between = "\n\n"): string {
  const [a, b] = [first.trim(), second.trim()];
  if (a.includes(b)) return first;
  if (b.includes(a)) return second;
  return `${first.trimEnd()}${between}${second.trimStart()}`;
}
