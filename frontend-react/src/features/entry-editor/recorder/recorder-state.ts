// The recorder's state, without any browser API.
import type { Recording } from "../../../shared/domain";

/** A recording made here, or the one that the entry has. */
export type Sound = { kind: "new"; file: File } | { kind: "saved"; recording: Recording };

/** What is going on. New values of the form do not interrupt it. */
type Phase =
  /** The browser asks for the microphone. */
  | { is: "asking" }
  /** `kept`: the chunks so far are stored on this device; otherwise the recording is stored when it ends. */
  | { is: "recording"; seconds: number; silent: boolean; kept: boolean }
  | { is: "transcribing" };

export type Recorded = Extract<Phase, { is: "recording" }>;

/** The message that is shown until the next step. */
export type Note =
  | { about: "microphone"; why: MicrophoneTrouble }
  /** The microphone stopped by itself; the recording so far is there. */
  | { about: "interrupted" }
  /** An interrupted recording was restored. */
  | { about: "recovered"; seconds: number }
  /** This server does not transcribe. */
  | { about: "no transcription" }
  /** The person has not allowed an external service. */
  | { about: "declined" }
  /** `message` is the server's; `again`: trying again may help. */
  | { about: "failed"; message: string; again: boolean; pro?: boolean };

export type MicrophoneTrouble = "refused" | "missing" | "busy" | "unsupported" | "failed";

/** A recording that its page could not finish. The person decides about it if there is another one or it is of another day. */
export type InterruptedRecording = { recordingId: string; date: string; seconds: number; file: File };

export type State = {
  phase: Phase | null;
  sound: Sound | null;
  /** Null: no field is shown. An emptied field stays until it is removed. */
  transcript: string | null;
  /** The text that the newest transcript replaced. */
  previous: string | null;
  note: Note | null;
  found: InterruptedRecording[];
};

export const START: State = { phase: null, sound: null, transcript: null, previous: null, note: null, found: [] };

export function sameSound(a: Sound | null, b: Sound | null): boolean {
  if (a?.kind === "new" && b?.kind === "new") return a.file.name === b.file.name;
  if (a?.kind === "saved" && b?.kind === "saved") return a.recording.url === b.recording.url;
  return a === b;
}

/** '1:05' */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
