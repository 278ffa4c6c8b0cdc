// Sound to text by the server, which asks a service outside. Nothing is stored by the call; the sound stays where it is.
import { call } from "../../shared/auth";
import { type Texts, t } from "../../shared/i18n";
import { forgetConsent } from "./consent";
import { refusal } from "./refusal";
import { toWav } from "./wav";

export type Transcription =
  | { kind: "done"; transcript: string }
  /** The person must allow it first (`askConsent`), to this service. */
  | { kind: "consent"; message: string; provider?: string }
  | { kind: "signed_out"; message: string }
  /** `message` is for people and complete; `again`: trying again later can help. */
  | { kind: "refused"; code: string; message: string; again: boolean; pro?: boolean }
  | { kind: "offline"; message: string }
  | { kind: "cancelled" };

type Options = {
  texts: Texts;
  /** `wav` if the service wants WAV, which the browser makes. */
  convert: "wav" | null;
  signal?: AbortSignal;
};

/** Errors that a repetition of the same sound on the same day cannot change. */
const FINAL = ["not_audio", "audio_damaged", "audio_too_large", "recording_too_long", "no_speech", "quota_used"];

export async function transcribe(sound: Blob, { texts, convert, signal }: Options): Promise<Transcription> {
  let sent: Blob;
  try {
    sent = convert === "wav" ? await toWav(sound) : sound;
  } catch {
    const message = t(texts, "errors.transcription_failed");
    return { kind: "refused", code: "transcription_failed", message, again: false };
  }
  const form = new FormData();
  form.append("audio", sent, nameOf(sent.type));
  try {
    const answer = await call("/api/transcribe-audio", {
      method: "POST",
      body: form,
      signal,
      limit: null,
      quietly: true,
    });
    if (answer.ok) {
      const { transcript } = (await answer.json()) as { transcript: string };
      return { kind: "done", transcript };
    }
    const { code, message, provider, pro } = await refusal(answer, texts, "errors.transcription_failed");
    if (code === "consent_needed") {
      forgetConsent("transcription");
      return { kind: "consent", message, ...(provider && { provider }) };
    }
    if (answer.status === 401) return { kind: "signed_out", message };
    return { kind: "refused", code, message, again: !FINAL.includes(code), pro };
  } catch {
    if (signal?.aborted) return { kind: "cancelled" };
    return { kind: "offline", message: t(texts, "editor.assistant.offline") };
  }
}

/** Services go by the ending. */
function nameOf(type: string): string {
  if (type.includes("wav")) return "recording.wav";
  return type.includes("mp4") ? "recording.m4a" : "recording.webm";
}
