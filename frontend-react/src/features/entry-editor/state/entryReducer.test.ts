import { describe, expect, test } from "vitest";
import { entry } from "../../../test/editor";
import { file } from "../../../test/files";
import { picture } from "../../../test/pictures";
import { EMPTY, type SavedEntry } from "./content";
import { type Action, type EntryState, entryReducer, initialState } from "./entryReducer";

const place = { userId: "user-1", date: "2026-11-20", entryId: null, version: null, ticket: "" };
const audio = { url: "/audio/1", contentType: "audio/webm", seconds: 4 };

const start = (saved: Partial<SavedEntry> = {}, isSavedKnown = true) =>
  initialState({ saved: { ...EMPTY, ...saved }, place, isSavedKnown, isLate: false });
const next = (state: EntryState, ...actions: Action[]) => actions.reduce(entryReducer, state);

describe("an edit", () => {
  test("changes the content, counts, and leaves what is saved", () => {
    const state = next(start({ text: "Vorher" }), { type: "edit", fields: { text: "Nachher" } });
    expect([state.content.text, state.target.saved.text, state.edits]).toEqual(["Nachher", "Vorher", 1]);
  });

  test("that empties the summary forgets who made it", () => {
    const made = start({ summary: "Kurz", summarySource: "local" });
    const emptied = next(made, { type: "edit", fields: { summary: "" } });
    expect(next(emptied, { type: "edit", fields: { summary: "Selbst" } }).content.summarySource).toBe("");
    expect(next(made, { type: "edit", fields: { summary: "Kürzer" } }).content.summarySource).toBe("local");
  });

  test("of the pictures keeps files and saved ones apart, in the order in which they are shown", () => {
    const a = file("a.jpg");
    const state = next(
      start({ images: [picture("1")] }),
      { type: "edit_pictures", change: { do: "add", files: [a] } },
      { type: "edit_pictures", change: { do: "move", picture: a, by: -1 } },
      { type: "edit_pictures", change: { do: "choose", picture: a } },
    );
    const { images, files, imageOrder, mainImageIndex } = state.content;
    expect({ images, files, imageOrder, mainImageIndex }).toEqual({
      images: ["/media/1/original"],
      files: [a],
      imageOrder: [1, 0],
      mainImageIndex: 1,
    });
    expect(state.edits).toBe(3);
  });
});

describe("what is filled in", () => {
  test("has nothing else that a draft has", () => {
    const draft = { ...start().content, key: "user-1:2026-11-20", writer: "a closed tab" };
    expect(Object.keys(next(start(), { type: "fill", content: draft }).content)).toEqual(Object.keys(start().content));
  });

  test("is no edit, and says of its mood that it was chosen where an older draft does not", () => {
    const { mood, ...content } = start().content;
    const { isSet: _, ...old } = mood;
    const state = next(start(), { type: "fill", content: { ...content, text: "Entwurf", mood: old as typeof mood } });
    expect([state.content.text, state.content.mood.isSet, state.edits]).toEqual(["Entwurf", true, 0]);
  });

  test("loses saved pictures and a recording that are gone, if the page knows the saved entry", () => {
    const draft = { ...start({ images: [picture("1"), picture("2")], audio }).content, text: "Entwurf" };
    expect(next(start({ images: [picture("2")] }), { type: "fill", content: draft }).content).toMatchObject({
      images: ["/media/2/original"],
      audio: null,
    });
    expect(next(start({}, false), { type: "fill", content: draft }).content).toMatchObject({ audio });
  });

  test("has a new recording in the place of the saved one", () => {
    const own = file("1-a.webm", { type: "audio/webm" });
    const content = { ...start({ audio }).content, audioFile: own };
    expect(next(start({ audio }), { type: "fill", content }).content).toMatchObject({ audio: null, audioFile: own });
  });
});

test("an adopted entry is what is saved from then on; the content stays", () => {
  const edited = next(start(), { type: "edit", fields: { text: "Mehr" } });
  const state = next(edited, { type: "adopt", entry: entry({ id: "e1", version: 3, text: "Text" }) });
  expect(state.content.text).toBe("Mehr");
  expect(state.target).toMatchObject({ entryId: "e1", version: 3, saved: { text: "Text" }, base: { text: "Text" } });
});
