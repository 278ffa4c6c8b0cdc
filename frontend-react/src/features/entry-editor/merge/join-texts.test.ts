import { expect, test } from "vitest";
import { joinTexts } from "./join-texts";

const p = (...paragraphs: string[]) => paragraphs.join("\n\n");

test.each([
  ["one has the other", "Der Morgen", "Der Morgen und der Abend", "Der Morgen und der Abend"],
  ["one ends with the other", "Der Morgen und der Abend", "Abend", "Der Morgen und der Abend"],
  ["one is empty", "", "b", "b"],
  ["nothing is shared", "a\n", "\nb", "a\n\nb"],
  [
    "beginning and end",
    p("Früh", "Saal", "Bis morgen"),
    p("Früh", "Park", "Bis morgen"),
    p("Früh", "Saal", "Park", "Bis morgen"),
  ],
  ["another empty line", "A\n\n\nB", "A\n\nB", "A\n\nB"],
  [
    "another empty line, and one paragraph more",
    "Früh\n\n\nAbend",
    p("Früh", "Mittag", "Abend"),
    p("Früh", "Mittag", "Abend"),
  ],
  [
    "a paragraph that goes on",
    p("Früh", "Mittag und mehr", "Abend"),
    p("Früh", "Mittag", "Abend"),
    p("Früh", "Mittag und mehr", "Abend"),
  ],
  [
    "a word, not its beginning",
    p("Früh", "Ja", "Abend"),
    p("Früh", "Jahrmarkt", "Abend"),
    p("Früh", "Ja", "Jahrmarkt", "Abend"),
  ],
  [
    "the middle",
    p("Zug", "Mittag am See", "Tee"),
    p("Bus", "Mittag am See", "Wein"),
    p("Zug", "Bus", "Mittag am See", "Tee", "Wein"),
  ],
  ["end and beginning", p("Saal", "Bis morgen"), p("Park", "Saal"), p("Park", "Saal", "Bis morgen")],
  ["two in the other order", p("Saal", "Park"), p("Park", "Saal"), p("Saal", "Park", "Saal")],
  ["lines of a list", "Kaufen:\n- Milch\n- Brot", "Kaufen:\n- Milch\n- Käse", "Kaufen:\n- Milch\n- Brot\n- Käse"],
  ["spaces at a line's end", "Früh \nSaal", "Früh\nPark", "Früh \nSaal\nPark"],
])("what both have stands once: %s", (_, first, second, joined) => {
  expect(joinTexts(first, second)).toBe(joined);
});

/** Numbers from 0 to below 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Two versions of a text: each has left out, changed, moved or added paragraphs. */
function versions(seed: number): [string, string] {
  const random = seeded(seed);
  const below = (n: number) => Math.floor(random() * n);
  const words = ["Ja", "Jahr", "Park", "Saal", "und", "Früh", "🙂", "Mittag", "Größe", "елка"];
  const paragraph = () => Array.from({ length: 1 + below(4) }, () => words[below(words.length)]).join(" ");
  const base = Array.from({ length: below(8) }, paragraph);
  const version = () => {
    const kept = base.filter(() => random() < 0.8).map((text) => (random() < 0.2 ? `${text} ${paragraph()}` : text));
    for (let n = below(4); n > 0; n--) kept.splice(below(kept.length + 1), 0, paragraph());
    return kept.map((text) => text + "\n".repeat(1 + below(3))).join("");
  };
  return [version(), version()];
}

const lines = (text: string) => text.split("\n").filter((line) => line.trim());

test("no paragraph of either text vanishes or is moved", () => {
  for (let seed = 0; seed < 3000; seed++) {
    const [first, second] = versions(seed);
    const joined = joinTexts(first, second);
    for (const text of [first, second]) {
      let from = 0;
      for (const line of lines(text)) {
        const at = joined.indexOf(line, from);
        expect(at, `seed ${seed}: '${line}' of '${text}' in '${joined}'`).toBeGreaterThanOrEqual(0);
        from = at + line.length;
      }
    }
    expect(lines(joined).length, `seed ${seed}`).toBeLessThanOrEqual(lines(first).length + lines(second).length);
  }
});

test("paragraphs that both have in the same order stand once, wherever they are, also when they are joined again", () => {
  for (let seed = 0; seed < 500; seed++) {
    const random = seeded(seed);
    const shared = Array.from({ length: 6 }, (_, at) => `Gemeinsam ${at}`);
    const among = (name: string) =>
      shared.flatMap((text, at) => (random() < 0.5 ? [`Nur ${name} ${at}`, text] : [text])).join("\n\n");
    const [first, second] = [among("hier"), among("dort")];
    const text = joinTexts(first, second);
    const joined = lines(text);
    expect(joined.filter((line) => line.startsWith("Gemeinsam"))).toEqual(shared);
    expect(new Set(joined).size).toBe(joined.length);
    expect([joinTexts(text, first), joinTexts(text, second), joinTexts(first, text)]).toEqual([text, text, text]);
  }
});

test("long pasted texts are joined at once", () => {
  const many = (name: string) => Array.from({ length: 20_000 }, (_, at) => `${name} ${at}`);
  const [first, second] = [many("a"), many("b")].map((all) => p("Früh", ...all, "Abend"));
  const joined = joinTexts(first ?? "", second ?? "");
  expect(lines(joined)).toHaveLength(40_002);
});

test("a paragraph that both changed is joined by its sentences", () => {
  const middle = "Am See war es still. Wir sind geschwommen.";
  expect(joinTexts(`Morgens! ${middle} Abends Regen.`, `Mittags! ${middle} Abends Wind.`)).toBe(
    `Morgens! Mittags! ${middle} Abends Regen. Abends Wind.`,
  );
  expect(joinTexts(`${middle} Danach Eis.`, `${middle} Danach Eis mit Sahne.`)).toBe(
    `${middle} Danach Eis. Danach Eis mit Sahne.`,
  );
  expect(joinTexts("Kein Satz gemeinsam.", "Etwas ganz anderes.")).toBe("Kein Satz gemeinsam.\n\nEtwas ganz anderes.");
});

test.each([
  ["1. Milch", "1. Käse"],
  ["Ich war am 3. Mai krank.", "Ich war am 3. Juni gesund."],
  ["Mit Dr. Meier geredet.", "Mit Dr. Huber gestritten."],
  ["Mit Prof. Meier geredet.", "Mit Prof. Huber gestritten."],
  ["Ich war evtl. krank.", "Ich war evtl. gesund."],
])("'%s' and '%s' share no sentence", (first, second) => {
  expect(joinTexts(first, second)).toBe(`${first}\n\n${second}`);
  expect(joinTexts(`Früh\n${first}`, `Früh\n${second}`)).toBe(`Früh\n${first}\n${second}`);
});

test("no sentence of either paragraph vanishes or is moved, also when they are joined again", () => {
  for (let seed = 0; seed < 1000; seed++) {
    const random = seeded(seed);
    const shared = Array.from({ length: 5 }, (_, at) => `Gemeinsam ${"abcde"[at]?.repeat(5)}.`);
    const among = (name: string) =>
      shared.flatMap((text, at) => [
        ...(random() < 0.4 ? [`Nur ${name} ${at}!`] : []),
        ...(random() < 0.8 ? [text] : []),
      ]);
    const [one, other] = [among("hier"), among("dort")];
    const [first, second] = [one.join(" "), other.join(" ")];
    const joined = joinTexts(first, second);
    for (const all of [one, other]) {
      const places = all.map((sentence) => joined.indexOf(sentence));
      expect(places, `seed ${seed}: '${first}' and '${second}' as '${joined}'`).not.toContain(-1);
    }
    expect([joinTexts(joined, first), joinTexts(joined, second)], `seed ${seed}`).toEqual([joined, joined]);
  }
});
