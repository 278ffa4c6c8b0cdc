import { expect, test } from "vitest";
import type { LinkView, ShareOptions } from "../../shared/domain";
import { MADE, NONE, OPTIONS } from "../../test/links";
import { type Choices, choicesAfter, isUnsaved, options, savedChoices, toForm } from "./link";

const WORDS: ShareOptions = { ...OPTIONS, images: false, allImages: false, originalText: true };
const GUARDED: LinkView = { ...MADE, hasPin: true, expires: "Gilt bis 27.11.2026" };

const of = (link: LinkView, changed: Partial<Choices> = {}): Choices => ({ ...savedChoices(link, WORDS), ...changed });
const onlyMood = { ...of(MADE).options, summary: false, details: false };

test("a part that the entry does not have is not chosen, and is no change", () => {
  expect(of(MADE).options.images).toBe(false);
  expect(isUnsaved(MADE, WORDS, of(MADE))).toBe(false);
  expect(isUnsaved(MADE, WORDS, of(MADE, { options: onlyMood }))).toBe(true);
  expect(isUnsaved(NONE, WORDS, of(NONE, { options: onlyMood })), "there is no link").toBe(false);
});

test.each<[string, Partial<ShareOptions>, Partial<ShareOptions>]>([
  ["the summary, not the text", { summary: true, originalText: true }, { summary: true }],
  ["the top moment, not the reflection", { details: true, reflection: true }, { details: true }],
  ["the text, where there is nothing else", { originalText: true }, { originalText: true }],
  [
    "the text, not the reflection or the recording",
    { originalText: true, reflection: true, audio: true },
    { originalText: true },
  ],
  ["the recording of an entry without words", { audio: true }, { audio: true }],
])("a new link proposes %s", (_, present, proposed) => {
  const none = options(() => false);
  expect(savedChoices(NONE, { ...none, ...present }).options).toEqual({ ...none, ...proposed });
});

test("a link that shows nothing stays so, and one that shows the reflection says it", () => {
  const nothing = { ...MADE, options: options(() => false) };
  expect(savedChoices(nothing, WORDS).options).toEqual(nothing.options);
  const answers = { ...MADE, options: { ...OPTIONS, reflection: true } };
  expect(savedChoices(answers, { ...WORDS, reflection: true }).options.reflection).toBe(true);
});

test("a form names the link that it is about, and the parts only where they were changed", () => {
  expect(toForm(NONE, WORDS, of(NONE))).toEqual({ expected: "NoLink", options: of(NONE).options });
  const expected = { Link: { token: "geheim", options: OPTIONS } };
  expect(toForm(MADE, WORDS, of(MADE))).toEqual({ expected });
  expect(toForm(MADE, WORDS, of(MADE, { options: onlyMood }))).toEqual({ expected, options: onlyMood });
});

test("end and PIN stay as they are unless something else is chosen", () => {
  const form = (changed: Partial<Choices>) => toForm(GUARDED, WORDS, of(GUARDED, changed));
  const same = { expected: { Link: { token: "geheim", options: OPTIONS } } };
  expect(form({})).toEqual(same);
  expect(form({ expiry: { choice: "never", date: "" }, pin: { choice: "none", digits: "" } })).toEqual({
    ...same,
    expiry: "Never",
    pin: "Remove",
  });
  expect(form({ expiry: { choice: "7", date: "" } })).toEqual({ ...same, expiry: { Days: 7 } });
  expect(form({ expiry: { choice: "date", date: "2026-12-24" } })).toEqual({ ...same, expiry: { Date: "2026-12-24" } });
  expect(form({ pin: { choice: "set", digits: " 2468 " } })).toEqual({ ...same, pin: { Set: "2468" } });
  expect(toForm(MADE, WORDS, of(MADE)), "there is nothing to take away").toEqual(same);
});

test.each(["", "123", "123456789", "12a4"])("'%s' is no PIN", (digits) => {
  expect(toForm(MADE, WORDS, of(MADE, { pin: { choice: "set", digits } }))).toBe("pin");
});

test("a last day has to be chosen", () => {
  expect(toForm(MADE, WORDS, of(MADE, { expiry: { choice: "date", date: "" } }))).toBe("date");
});

test("after an answer the fields show the link, but for what was chosen meanwhile", () => {
  const sent = of(NONE, { options: onlyMood });
  const now = { ...sent, options: { ...onlyMood, originalText: true }, pin: { choice: "set", digits: "24" } as const };
  const link = { ...MADE, options: onlyMood };
  expect(choicesAfter(link, WORDS, now, sent)).toEqual({ ...of(link), options: now.options, pin: now.pin });
  expect(choicesAfter(link, WORDS, sent, sent)).toEqual(of(link));
});

test("a removed PIN can only be replaced by a new one", () => {
  const sent = of(GUARDED, { pin: { choice: "none", digits: "" } });
  expect(choicesAfter(MADE, WORDS, of(GUARDED), sent).pin.choice).toBe("set");
});
