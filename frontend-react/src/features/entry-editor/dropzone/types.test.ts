import { expect, test } from "vitest";
import { typed } from "./types";

const JPEG = "\xff\xd8\xff\xe0\x00\x10JFIF";

function file(start: string, type: string): File {
  return new File([Uint8Array.from(start, (sign) => sign.charCodeAt(0))], "foto.bin", { type, lastModified: 7 });
}

test.each([
  ["", JPEG, "image/jpeg"],
  ["image/jpg", JPEG, "image/jpeg"],
  ["image/pjpeg", JPEG, "image/jpeg"],
  ["application/octet-stream", JPEG, "image/jpeg"],
  ["text/plain", "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR", "image/png"],
  ["", "RIFF\x10\x00\x00\x00WEBPVP8 ", "image/webp"],
  ["", "GIF89a\x01\x00\x01\x00", "image/gif"],
  ["", "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00", "image/heic"],
  ["", "Liebes Tagebuch, heute", ""],
  ["application/pdf", "%PDF-1.7 und so weiter", "application/pdf"],
  ["image/avif", "\x00\x00\x00\x18ftypavif\x00\x00\x00\x00", "image/avif"],
  ["", "", ""],
])("a file named %j that begins with %j is %j", async (given, start, type) => {
  const [found] = await typed([file(start, given)]);
  expect([found?.type, found?.name, found?.lastModified, found?.size]).toEqual([type, "foto.bin", 7, start.length]);
});

test("a file that cannot be read stays as it is", async () => {
  const gone = Object.assign(file(JPEG, ""), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error("gone")) }),
  });
  expect(await typed([gone])).toEqual([gone]);
});
