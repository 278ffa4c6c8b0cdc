// The words of a text that another version does not have.
import { diffArrays } from "diff";

/** `differs`: the other version does not have it; `folded`: both have it, and it is far from any difference. */
export type Part = { kind: "same" | "differs"; text: string } | Folded;

/** `paragraphs`: how many whole ones it has. */
type Folded = { kind: "folded"; text: string; paragraphs: number };

/** Characters of equal text that stay beside a difference. */
const CONTEXT = 60;

/** A shorter equal text is not folded. */
const SHORTEST_FOLD = 2 * CONTEXT;

/** Characters that make a line a paragraph of its own; shorter ones may be equal by chance. */
const PARAGRAPH = 24;

/** Milliseconds for a comparison; texts that take longer are marked from their first difference to the last. */
const TIMEOUT = 200;

type Run = { isSame: boolean; own: string; other: string };

/** The parts of `own`, compared with `other`. */
export function differences(own: string, other: string): Part[] {
  return readable(runsOf(own, other)).map(({ isSame, own }) => ({ kind: isSame ? "same" : "differs", text: own }));
}

/** `parts` with only the equal text that is beside a difference. */
export function folded(parts: Part[]): Part[] {
  if (parts.length < 2) return parts;
  return parts.flatMap((part, at) => {
    return part.kind === "same" ? fold(part.text, at === 0, at === parts.length - 1) : [part];
  });
}

function fold(text: string, isFirst: boolean, isLast: boolean): Part[] {
  const before = isFirst ? "" : head(text);
  const after = isLast ? "" : tail(text.slice(before.length));
  const middle = text.slice(before.length, text.length - after.length);
  // The lines of what is left out; one that is shown in part is no whole paragraph.
  const lines = middle.split("\n");
  const whole = lines.slice(isStart(before) ? 0 : 1, isEnd(after) ? undefined : -1);
  const paragraphs = whole.filter((line) => line.trim() !== "").length;
  const shortest = whole.some(isParagraph) ? PARAGRAPH : SHORTEST_FOLD;
  if (middle.length < shortest) return [{ kind: "same", text }];
  return [
    { kind: "same", text: before },
    { kind: "folded", text: middle, paragraphs },
    { kind: "same", text: after },
  ];
}

const isStart = (before: string) => before === "" || before.endsWith("\n");
const isEnd = (after: string) => after === "" || after.startsWith("\n");
const isParagraph = (line: string) => line.trim().length >= PARAGRAPH;

/** The beginning of `text` up to the end of a word, or of its line with the empty lines after it. */
function head(text: string): string {
  const line = /^[^\n]*\n+/.exec(text)?.[0];
  if (line !== undefined && line.length <= CONTEXT) return line;
  let end = CONTEXT;
  while (end < text.length && !isSpace(text[end])) end++;
  return text.slice(0, end);
}

/** The end of `text` from the beginning of a word, or from the empty lines before its last line. */
function tail(text: string): string {
  const line = /\n+[^\n]*$/.exec(text)?.[0];
  if (line !== undefined && line.length <= CONTEXT) return line;
  let start = Math.max(0, text.length - CONTEXT);
  while (start > 0 && !isSpace(text[start - 1])) start--;
  return text.slice(start);
}

function isSpace(character: string | undefined): boolean {
  return character?.trim() === "";
}

function runsOf(own: string, other: string): Run[] {
  const [a, b] = [tokens(own), tokens(other)];
  const changes = diffArrays(a, b, { timeout: TIMEOUT });
  if (!changes) return aroundMiddle(a, b);
  const runs: Run[] = [];
  for (const { added, removed, value } of changes) {
    const text = value.join("");
    const isSame = !added && !removed;
    runs.push({ isSame, own: added ? "" : text, other: removed ? "" : text });
  }
  return runs;
}

/** Words, spaces, and other signs in a row. */
function tokens(text: string): string[] {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*|\s+|[^\p{L}\p{N}\s]+/gu) ?? [];
}

function aroundMiddle(a: string[], b: string[]): Run[] {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const same = (words: string[]): Run => ({ isSame: true, own: words.join(""), other: words.join("") });
  const middle = (words: string[]) => words.slice(start, words.length - end).join("");
  return [same(a.slice(0, start)), { isSame: false, own: middle(a), other: middle(b) }, same(a.slice(a.length - end))];
}

/**
 * Runs whose equal words are more than the differences around them, since 'und' alone is nothing that two sentences share. An
 * equal paragraph always counts. A difference of spaces only is none.
 */
function readable(all: Run[]): Run[] {
  const runs: Run[] = [];
  for (const run of all) {
    const isSame = run.isSame || (run.own + run.other).trim() === "";
    const last = runs.at(-1);
    if (last?.isSame === isSame) runs[runs.length - 1] = both(last, run);
    else runs.push({ ...run, isSame });
  }
  for (let at = 1; at < runs.length - 1; ) {
    const [before, run, after] = runs.slice(at - 1, at + 2) as [Run, Run, Run];
    const isShort = (beside: Run) =>
      !beside.isSame && run.own.length <= Math.max(beside.own.length, beside.other.length);
    const hasParagraph = run.own.split("\n").slice(1, -1).some(isParagraph);
    if (!run.isSame || hasParagraph || !isShort(before) || !isShort(after)) at++;
    else {
      runs.splice(at - 1, 3, both(both(before, run), after));
      at = Math.max(1, at - 2);
    }
  }
  return runs;
}

/** Two runs as one of the first's kind. */
function both(one: Run, two: Run): Run {
  return { ...one, own: one.own + two.own, other: one.other + two.other };
}
