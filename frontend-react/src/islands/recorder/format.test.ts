import { expect, test } from "vitest";
import { ending, formatOf } from "./format";

const all = () => true;

test("Chromium and Firefox record Opus in WebM, in parts", () => {
  expect(formatOf(all, "Google Inc.")).toEqual({ type: "audio/webm;codecs=opus", parts: true });
  expect(formatOf(all, "")).toEqual({ type: "audio/webm;codecs=opus", parts: true });
});

test("Safari records MP4, in one piece, also where it says that it takes WebM", () => {
  expect(formatOf(all, "Apple Computer, Inc.")).toEqual({ type: "audio/mp4", parts: false });
});

test("a browser that knows neither name chooses by itself", () => {
  expect(formatOf(() => false, "")).toEqual({ type: "", parts: true });
});

test("a file has the ending of its kind", () => {
  expect([ending("audio/mp4;codecs=mp4a.40.2"), ending("audio/webm;codecs=opus")]).toEqual(["m4a", "webm"]);
});
