import { expect, test } from "vitest";
import { differences, folded, type Part } from "./differences";

/** The text with brackets around what differs. */
const shown = (parts: Part[]) =>
  parts
    .filter(({ text }) => text)
    .map(({ kind, text }) => (kind === "differs" ? `[${text}]` : kind === "folded" ? "…" : text))
    .join("");

test.each([
  [
    "a word",
    "Ich war im Saal, müde.",
    "Ich war im Park, müde.",
    "Ich war im [Saal], müde.",
    "Ich war im [Park], müde.",
  ],
  ["words with marks and of other alphabets", "Größe елка", "Grösse ёлка", "[Größe елка]", "[Grösse ёлка]"],
  ["more at the end", "Früh", "Früh. Spät.", "Früh", "Früh[. Spät.]"],
  [
    "a paragraph more",
    "Früh\n\nSpät",
    "Früh\n\nMittag am See\n\nSpät",
    "Früh\n\nSpät",
    "Früh\n\n[Mittag am See\n\n]Spät",
  ],
  ["spaces and line ends alone", "Früh  am\nSee", "Früh am\n\nSee", "Früh  am\nSee", "Früh am\n\nSee"],
  [
    "two sentences that share small words only",
    "Gestern regnete es und wir blieben daheim",
    "Am See war Sonne und niemand sonst",
    "[Gestern regnete es und wir blieben daheim]",
    "[Am See war Sonne und niemand sonst]",
  ],
  ["one is empty", "", "Früh", "", "[Früh]"],
  ["emojis", "Ja 👩‍👩‍👧 so", "Ja 👨‍👩‍👧 so", "Ja [👩‍👩‍👧] so", "Ja [👨‍👩‍👧] so"],
])("the words that the other version does not have are marked: %s", (_, a, b, first, second) => {
  expect([shown(differences(a, b)), shown(differences(b, a))]).toEqual([first, second]);
});

test("long equal parts are folded, except for the words beside a difference", () => {
  const equal = "Wort für Wort dasselbe. ".repeat(30);
  expect(shown(folded(differences(`${equal}Saal. ${equal}`, `${equal}Park. ${equal}`)))).toMatch(
    /^….{40,80}\[Saal\].{40,80}…$/,
  );
  const more = folded(differences(equal, `${equal}Und noch etwas.`));
  expect(shown(more), "the place where the other has more").toMatch(/^….{40,80}$/);
  expect(shown(folded(differences(equal, equal))), "nothing differs").toBe(equal);
  expect(shown(folded(differences("Kurz und gut", "Kurz und schön")))).toBe("Kurz und [gut]");
});

test("all parts together are the whole text, also of long texts without anything in common", () => {
  const text = (seed: number) => Array.from({ length: 2000 }, (_, at) => (at * seed) % 997).join(" ");
  for (const [a, b] of [
    [text(31), text(57)],
    ["  a\n\nb ", "b\na"],
  ] as const) {
    const whole = (parts: Part[]) => parts.map(({ text }) => text).join("");
    expect(whole(differences(a, b))).toBe(a);
    expect(whole(folded(differences(a, b)))).toBe(a);
  }
});

test("equal paragraphs are folded and counted, however much is different around them", () => {
  const [one, two] = ["Vormittags regnete es nur.", "Im Laden war es ruhig, wie immer."];
  const long = (word: string) => `${word} `.repeat(60).trim();
  const [here, there] = ["Hier", "Dort"].map((word) => `${long(word)}\n\n${one}\n${two}\n\n${long(`${word}her`)}`);
  const parts = folded(differences(here ?? "", there ?? ""));
  expect(shown(parts)).toBe(`[${long("Hier")}]\n\n…\n\n[${long("Hierher")}]`);
  expect(parts.find(({ kind }) => kind === "folded")).toMatchObject({ text: `${one}\n${two}`, paragraphs: 2 });

  const first = folded(differences(`${one}\n${two}\nHeute Saal.`, `${one}\n${two}\nHeute Park.`));
  expect(shown(first)).toBe("…\nHeute [Saal].");
  expect(first[1]).toMatchObject({ paragraphs: 2 });
  expect(shown(folded(differences("Ja.\nHeute Saal.", "Ja.\nHeute Park.")))).toBe("Ja.\nHeute [Saal].");
});
