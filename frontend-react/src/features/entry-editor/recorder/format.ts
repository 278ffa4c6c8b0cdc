// The format in which this browser records.

export type Format = {
  /** The type for `MediaRecorder`; empty: the browser chooses. */
  type: string;
  /** Whether the recording comes in parts; otherwise all of it comes at the end. */
  parts: boolean;
};

const WEBM = "audio/webm;codecs=opus";
const MP4 = "audio/mp4";

/**
 * Safari claims to support WebM, but writes wrong timestamps. Its MP4 is broken when it is requested in parts
 * (tchvu3/capacitor-voice-recorder#123).
 */
export function formatOf(supports: (type: string) => boolean, vendor: string): Format {
  const safari = vendor.startsWith("Apple");
  const type = (safari ? [MP4, WEBM] : [WEBM, MP4]).find(supports) ?? "";
  return { type, parts: !safari };
}

export function extension(contentType: string): string {
  return contentType.startsWith(MP4) ? "m4a" : "webm";
}
