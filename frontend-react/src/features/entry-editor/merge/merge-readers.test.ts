// Wherever two states of an entry meet: nobody reads more than the person saw beside the button, and no text vanishes.
import { expect, test } from "vitest";
import type { Visibility } from "../../../shared/domain";
import { picture } from "../../../test/pictures";
import type { Draft } from "../draft/drafts";
import { appended } from "../recover/append";
import { newSave, nextSave } from "../save/save";
import { type Content, contentOf, EMPTY } from "../state/content";
import { isWider } from "../state/visibility";
import { mergeContents, mergeTexts } from "./merge";

const ALL: Visibility[] = ["private", "friends", "public"];
const TEXTS = ["text", "summary", "topMoment", "audioTranscript"] as const;
const WORDS = ["", "  ", "Der See", "Ein Brief\n\nDer See", "Regen und Tee", "Nur für mich"];
const MOODS = [EMPTY.mood, { ...EMPTY.mood, level: 2, isSet: true }, { ...EMPTY.mood, level: 9, isSet: true }];

/** The same numbers in each run. */
function dice(seed: number): <T>(of: readonly T[]) => T {
  let state = seed;
  return <T>(of: readonly T[]) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return of[Math.floor((state / 2 ** 32) * of.length)] as T;
  };
}

function randomContent(choose: ReturnType<typeof dice>): Content {
  const images = ["1", "2", "3"].filter(() => choose([true, false])).map(picture);
  const [text, summary, topMoment, audioTranscript] = TEXTS.map(() => choose(WORDS));
  const words = { text, summary, topMoment, audioTranscript, emojis: choose(["", "☕", "🌲"]) };
  const audio = choose([null, { url: "/media/1/recording", contentType: "audio/webm", seconds: 9 }]);
  const summarySource = choose(["", "local"]);
  const whole = { ...EMPTY, ...words, summarySource, mood: choose(MOODS), visibility: choose(ALL), images, audio };
  return contentOf(whole as typeof EMPTY);
}

/** Local, base (known or not) and remote. The base is often what one side still has. */
function triples(count: number): [Content, Content | undefined, Content][] {
  const choose = dice(29);
  return Array.from({ length: count }, () => {
    const [local, remote, other] = [randomContent(choose), randomContent(choose), randomContent(choose)];
    return [local, choose([undefined, contentOf(EMPTY), local, remote, other]), remote];
  });
}

const shows = (text: string, part: string) =>
  part.split(/\n{2,}/).every((paragraph) => text.includes(paragraph.trim()));

test("a merge has no more readers than either side, whatever the base is", () => {
  for (const [local, base, remote] of triples(3000)) {
    const mine = mergeContents(local, base, remote);
    for (const { visibility } of [mine, mergeTexts(mine, remote)]) {
      expect(isWider(visibility, local.visibility), `${visibility} for a form of ${local.visibility}`).toBe(false);
      expect(isWider(visibility, remote.visibility), `${visibility} for an entry of ${remote.visibility}`).toBe(false);
    }
  }
});

test("a merge keeps what was written here, and takes away nothing that the base does not name", () => {
  for (const [local, base, remote] of triples(3000)) {
    const mine = mergeContents(local, base, remote);
    for (const field of TEXTS) {
      const [here, before, there] = [local[field].trim(), base?.[field].trim() ?? "", remote[field].trim()];
      if (here !== before && here) expect(mine[field].trim()).toBe(here);
      if (!here && !before) expect(mine[field].trim(), `${field} was not touched`).toBe(there);
    }
    const isMarked = [local, remote].some((side) => side.summary === mine.summary && side.summarySource === "local");
    if (mine.summarySource === "local") expect(isMarked, "a summary keeps its own source").toBe(true);
    if (!base) for (const url of remote.images) expect(mine.images).toContain(url);
    if (!base?.audio) expect(mine.audio).toEqual(remote.audio);
    if (!base && !local.mood.isSet) expect(mine.mood).toEqual(remote.mood);
  }
});

test("both texts together have each side's words", () => {
  for (const [local, base, remote] of triples(3000)) {
    const both = mergeTexts(mergeContents(local, base, remote), remote);
    for (const field of TEXTS) {
      const isOld = base !== undefined && local[field].trim() === base[field].trim();
      if (!isOld) expect(shows(both[field], local[field]), `${local[field]} in ${both[field]}`).toBe(true);
      expect(shows(both[field], remote[field]), `${remote[field]} in ${both[field]}`).toBe(true);
    }
  }
});

test("a draft that is added to the form has no more readers than either, and all of its words", () => {
  for (const [now, base, other] of triples(1000)) {
    const place = { userId: "user-1", date: "2026-11-20", entryId: null, version: null, ticket: "" };
    const draft: Draft = { ...other, ...place, ...(base && { base }), key: "k", writer: "w", writtenAt: 0 };
    const { content } = appended(now, draft, 3);
    expect([now, other].some(({ visibility }) => isWider(content.visibility, visibility))).toBe(false);
    for (const field of TEXTS)
      expect(shows(content[field], now[field]) && shows(content[field], other[field])).toBe(true);
  }
});

test("no save, also one that is sent again, has more readers than the form says", () => {
  const target = { date: "2026-11-20", entryId: "entry-1", version: 3, ticket: "" };
  for (const [now, base, sent] of triples(1000)) {
    const before = newSave(sent, { ...target, ...(base && { base }) });
    for (const pending of [before, { ...before, needsDecision: true as const }]) {
      const next = nextSave(now, target, pending);
      expect(isWider(next.content.visibility, now.visibility)).toBe(false);
    }
    expect(before.seenVisibility, "a save says what its person saw").toBe(base?.visibility);
  }
});
