import { expect, test } from "vitest";
import { extension, formatOf } from "./format";

const all = () => true;

test("Chromium and Firefox record Opus in WebM, in parts", () => {
  expect(formatOf(all, "Google Inc.")).toEqual({ type: "audio/webm;codecs=opus", parts: true });
  expect(formatOf(all, "")).toEqual({ type: "audio/webm;codecs=opus", parts: true });
});

test("Safari records MP4 in one piece, even if it claims to support WebM", () => {
  expect(formatOf(all, "Apple Computer, Inc.")).toEqual({ type: "audio/mp4", parts: false });
});

test("a browser that supports neither format chooses by itself", () => {
  expect(formatOf(() => false, "")).toEqual({ type: "", parts: true });
});

test("a file's extension matches its format", () => {
  expect([extension("audio/mp4;codecs=mp4a.40.2"), extension("audio/webm;codecs=opus")]).toEqual(["m4a", "webm"]);
});
