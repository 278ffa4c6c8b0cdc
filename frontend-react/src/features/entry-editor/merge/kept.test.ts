import { expect, test } from "vitest";
import type { Key } from "../../../shared/i18n";
import { sameMood } from "../../../shared/mood";
import { file } from "../../../test/files";
import { type Content, contentOf, EMPTY } from "../state/content";
import { keptParts } from "./conflict";
import { mergeContents, mergeTexts } from "./merge";

const content = (change: Partial<Content>): Content => ({ ...contentOf(EMPTY), ...change });
const mood = (level: number) => ({ level, feeling: null, customEmoji: null, isSet: true });
const audio = (url: string) => ({ url, contentType: "audio/webm", seconds: 9 });

/** Every combination of one change of each list. */
function combined(...lists: Partial<Content>[][]): Content[] {
  const all = lists.reduce((made, list) => made.flatMap((one) => list.map((next) => ({ ...one, ...next }))), [{}]);
  return all.map(content);
}

const FORMS = combined([{}, { files: [file("a.jpg")] }], [{}, { audioFile: file("a.webm") }], [{}, { mood: mood(2) }]);
const SAVED = combined([{}, { images: ["/1", "/2"] }], [{}, { audio: audio("/3") }], [{ mood: mood(8) }, {}]);

const isIn: Partial<Record<Key, (result: Content, saved: Content) => boolean>> = {
  "editor.photos_label": (result, saved) => saved.images.every((url) => result.images.includes(url)),
  "editor.voice_label": (result, saved) => result.audioFile === null && result.audio?.url === saved.audio?.url,
  "editor.mood_label": (result, saved) => sameMood(result.mood, saved.mood),
};

test("what is said to stay of an entry that the form has not seen stays with every choice, and nothing else does", () => {
  for (const form of FORMS) {
    for (const saved of SAVED) {
      const local = mergeContents(form, undefined, saved);
      const results = [local, mergeTexts(local, saved), saved];
      const has: [boolean, Key][] = [
        [saved.images.length > 0, "editor.photos_label"],
        [saved.audio !== null, "editor.voice_label"],
        [saved.mood.isSet !== false, "editor.mood_label"],
      ];
      const stays = has.filter(([has, key]) => has && results.every((result) => isIn[key]?.(result, saved)));
      expect(keptParts({ local, remote: saved })).toEqual(stays.map(([, key]) => key));
    }
  }
});
