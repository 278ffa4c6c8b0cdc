// In which format this browser records.

export type Format = {
  /** For `MediaRecorder`; empty: let the browser choose. */
  type: string;
  /** Whether the sound comes in parts while it is recorded; else all of it at the stop. */
  parts: boolean;
};

const WEBM = "audio/webm;codecs=opus";
const MP4 = "audio/mp4";

/**
 * Safari says that it takes WebM, but gives it wrong times; its MP4 breaks when it is asked for in parts
 * (tchvu3/capacitor-voice-recorder#123).
 */
export function formatOf(supports: (type: string) => boolean, vendor: string): Format {
  const safari = vendor.startsWith("Apple");
  const type = (safari ? [MP4, WEBM] : [WEBM, MP4]).find(supports) ?? "";
  return { type, parts: !safari };
}

export function ending(contentType: string): string {
  return contentType.startsWith(MP4) ? "m4a" : "webm";
}
