import { expect, test } from "vitest";
import { file } from "../../../test/files";
import { picture } from "../../../test/pictures";
import type { Draft } from "../draft/drafts";
import { type Content, contentOf, EMPTY } from "../state/content";
import { appended } from "./append";

const mood = (level: number) => ({ level, feeling: null, customEmoji: null, isSet: true });

function draft(change: Partial<Draft>): Draft {
  const place = { userId: "u", date: "2026-11-20", entryId: null, version: null, ticket: "", key: "k" };
  return { ...contentOf(EMPTY), ...place, writer: "w", writtenAt: 1, ...change };
}

const now = (change: Partial<Content> = {}): Content => ({ ...contentOf({ ...EMPTY, text: "Da" }), ...change });

test("appending adds what is missing: text, mood, emojis, descriptions of photos", () => {
  const saved = contentOf({ ...EMPTY, text: "Da", images: [picture("1")] });
  const described = { ...saved, text: "Neu", alts: ["Am See"], mood: mood(8), emojis: "☕", files: [] };
  const { content, leftOut } = appended(saved, draft(described), 3);
  expect(content).toMatchObject({ text: "Da\n\nNeu", mood: mood(8), emojis: "☕", alts: ["Am See"] });
  expect(leftOut).toEqual([]);
});

test("what does not fit is listed, and the form keeps its own values", () => {
  const there = { ...contentOf({ ...EMPTY, images: [picture("1")] }), alts: ["Berg"], mood: mood(2), emojis: "🌲" };
  const other = draft({
    ...there,
    alts: ["See", ""],
    mood: mood(8),
    emojis: "☕",
    visibility: "public",
    files: [file("a.jpg")],
  });
  const { content, leftOut } = appended(there, other, 1);
  expect(content).toMatchObject({ alts: ["Berg"], mood: mood(2), emojis: "🌲", visibility: "private", files: [] });
  expect(leftOut).toEqual([
    "editor.photos_label",
    "editor.dropzone.alt_label",
    "editor.mood_label",
    "editor.emojis_label",
    "visibility.label",
  ]);
});

test("what the draft's writer never chose is not listed", () => {
  const base = contentOf({ ...EMPTY, mood: mood(8), visibility: "public", emojis: "☕" });
  const other = draft({ ...base, text: "Neu", base });
  expect(appended(now({ mood: mood(2), emojis: "🌲" }), other, 3).leftOut).toEqual([]);
});

test("a narrower visibility of the draft narrows the form's, a wider one changes nothing", () => {
  const open = now({ visibility: "public" });
  const quiet = appended(open, draft({ text: "Neu", visibility: "friends" }), 3);
  expect([quiet.content.visibility, quiet.narrowed, quiet.leftOut]).toEqual(["friends", true, []]);
});
