import { expect, test } from "vitest";
import { file } from "../../../test/files";
import { picture } from "../../../test/pictures";
import { type Content, contentOf, EMPTY } from "../state/content";
import { madeFrom } from "../state/sources";
import { afterSave, mergeContents, mergeTexts } from "./merge";

const content = (change: Partial<Content>): Content => ({ ...contentOf(EMPTY), ...change });
const url = (id: string) => picture(id).url;
const [a, b] = [file("a.jpg"), file("b.jpg")];
const recording = (url: string) => ({ url, contentType: "audio/webm", seconds: 9 });

test("after a save, sent files are saved pictures, and a later one is still unsaved", () => {
  const sent = content({ images: [url("1")], files: [a], mainImageIndex: 1 });
  const now = content({ ...sent, files: [a, b], mainImageIndex: 2, text: "mehr" });
  const after = afterSave(now, sent, content({ images: [url("1"), url("2")] }));
  expect([after.images, after.files, after.mainImageIndex, after.text]).toEqual([[url("1"), url("2")], [b], 2, "mehr"]);
});

test("a picture that was removed during the save stays removed", () => {
  const sent = content({ images: [url("1")], files: [a] });
  const after = afterSave(content({ images: [], files: [] }), sent, content({ images: [url("1"), url("2")] }));
  expect([after.images, after.files, after.mainImageIndex]).toEqual([[], [], 0]);
});

test("the merge keeps photos that the other side added, not those that either side removed", () => {
  const base = content({ images: [url("1"), url("2"), url("3")] });
  const local = content({ images: [url("1"), url("2")], files: [a], mainImageIndex: 2 });
  const remote = content({ images: [url("2"), url("3"), url("4")] });
  const merged = mergeContents(local, base, remote);
  expect([merged.images, merged.files, merged.mainImageIndex]).toEqual([[url("2"), url("4")], [a], 2]);
});

test("a photo that was downscaled during the save is the one that was sent", () => {
  const smaller = file("a.jpg", { bytes: 10 });
  madeFrom(smaller, a);
  const saved = content({ images: [url("1")] });
  const after = afterSave(content({ files: [smaller] }), content({ files: [a] }), saved);
  expect([after.images, after.files]).toEqual([[url("1")], []]);
});

test("pictures keep their order and their descriptions", () => {
  const sent = content({ images: [url("1")], files: [a, b], alts: ["eins", "A", "B"], imageOrder: [1, 0, 2] });
  const saved = content({ images: [url("7"), url("1"), url("8")] });
  const after = afterSave(content({ ...sent, alts: ["eins", "A, neu", "B"] }), sent, saved);
  expect([after.images, after.alts, after.imageOrder]).toEqual([
    [url("7"), url("1"), url("8")],
    ["A, neu", "eins", "B"],
    [],
  ]);
});

test("descriptions that changed locally are local, the others remote", () => {
  const images = [url("1"), url("2")];
  const base = content({ images, alts: ["alt", ""] });
  const local = content({ images, alts: ["alt", "von mir"] });
  const remote = content({ images, alts: ["von dort", "auch von dort"] });
  expect(mergeContents(local, base, remote).alts).toEqual(["von dort", "von mir"]);
});

test("merged texts and top moments are one after the other, the saved ones first", () => {
  const both = mergeTexts(content({ text: "b", topMoment: "Tee" }), content({ text: "a", topMoment: "Kaffee" }));
  expect([both.text, both.topMoment]).toEqual(["a\n\nb", "Kaffee Tee"]);
});

test("after a save, the sent recording is the saved one; later changes of it stay", () => {
  const sent = content({ audioFile: a });
  const saved = content({ audio: recording("/1") });
  const after = (now: Partial<Content>) => {
    const { audio, audioFile } = afterSave(content(now), sent, saved);
    return [audio?.url, audioFile];
  };
  expect(after({ audioFile: a })).toEqual(["/1", null]);
  expect(after({ audioFile: b })).toEqual(["/1", b]);
  expect(after({})).toEqual([undefined, null]);
});

test("the merge has the new local recording, else the remote one, unless it was removed locally", () => {
  const base = content({ audio: recording("/1"), audioTranscript: "eins" });
  const over = (local: Partial<Content>, remote: Partial<Content>) => {
    const { audio, audioFile, audioTranscript } = mergeContents(
      content({ ...base, ...local }),
      base,
      content({ ...base, ...remote }),
    );
    return [audio?.url, audioFile, audioTranscript];
  };
  expect(over({}, { audio: recording("/2"), audioTranscript: "zwei" })).toEqual(["/2", null, "zwei"]);
  expect(over({ audio: null, audioTranscript: "" }, {})).toEqual([undefined, null, ""]);
  expect(over({ audio: null }, { audio: recording("/2") })).toEqual(["/2", null, "eins"]);
  expect(over({ audio: null, audioFile: a, audioTranscript: "drei" }, {})).toEqual([undefined, a, "drei"]);
});

test("merged texts have both transcripts, and of two recordings the remote one", () => {
  const remote = content({ audio: recording("/2"), audioTranscript: "zwei" });
  const local = mergeContents(content({ audioFile: a, audioTranscript: "drei" }), content({}), remote);
  const both = mergeTexts(local, remote);
  expect([both.audio?.url, both.audioFile, both.audioTranscript]).toEqual(["/2", null, "zwei\n\ndrei"]);
  const replaced = mergeContents(content({ audioFile: a }), content({ audio: recording("/2") }), remote);
  expect(mergeTexts(replaced, remote).audioFile).toBe(a);
});
