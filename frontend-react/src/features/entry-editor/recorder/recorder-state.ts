// The recorder's state and its reducer, without any browser API.
import type { Recording } from "../../../shared/domain";

/** A recording made here, or the one that the entry has. */
export type Sound = { kind: "new"; file: File } | { kind: "saved"; recording: Recording };

export type Phase =
  | { is: "idle" }
  /** The browser asks for the microphone. */
  | { is: "asking" }
  /** `kept`: the chunks so far are stored on this device; otherwise the recording is stored when it ends. */
  | { is: "recording"; seconds: number; silent: boolean; kept: boolean }
  | { is: "stopped" }
  | { is: "transcribing" }
  | { is: "transcript" };

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
  phase: Phase;
  sound: Sound | null;
  /** Null: no field is shown. An emptied field stays until it is removed. */
  transcript: string | null;
  /** The text that the newest transcript replaced. */
  previous: string | null;
  note: Note | null;
  found: InterruptedRecording[];
};

export type Step =
  /** The form has new values. */
  | { do: "give"; sound: Sound | null; transcript: string }
  | { do: "ask" }
  | { do: "refuse"; why: MicrophoneTrouble }
  | { do: "record"; kept: boolean }
  | { do: "tick"; seconds: number }
  | { do: "hear"; silent: boolean }
  /** This device has no space for more chunks. */
  | { do: "lose room" }
  /** `file` is null when nothing was recorded. */
  | { do: "stop"; file: File | null; interrupted: boolean }
  | { do: "remove sound" }
  | { do: "find"; found: InterruptedRecording[] }
  | { do: "recover"; found: InterruptedRecording }
  | { do: "drop"; recordingId: string }
  | { do: "transcribe" }
  | { do: "write"; text: string }
  /** There will be no transcript; `note` says why, if there is a reason to show. */
  | { do: "give up"; note: Note | null }
  | { do: "type"; text: string }
  | { do: "bring back" }
  | { do: "remove transcript" };

export const START: State = {
  phase: { is: "idle" },
  sound: null,
  transcript: null,
  previous: null,
  note: null,
  found: [],
};

/** Whether something is going on that new values of the form must not interrupt. */
export function isBusy({ phase }: State): boolean {
  return phase.is === "asking" || phase.is === "recording" || phase.is === "transcribing";
}

export function recorderReducer(state: State, step: Step): State {
  switch (step.do) {
    case "give": {
      // For the form an emptied transcript is none, but the field stays while somebody is writing in it.
      const transcript = step.transcript || (state.transcript === "" ? "" : null);
      const note = sameSound(step.sound, state.sound) ? state.note : null;
      return rest({ ...state, sound: step.sound, transcript, note }, isBusy(state));
    }
    case "ask":
      return { ...state, phase: { is: "asking" }, note: null };
    case "refuse":
      return rest({ ...state, note: { about: "microphone", why: step.why } });
    case "record":
      return { ...state, phase: { is: "recording", seconds: 0, silent: false, kept: step.kept }, note: null };
    case "tick":
      return whileRecording(state, (phase) => ({ ...phase, seconds: step.seconds }));
    case "hear":
      return whileRecording(state, (phase) => ({ ...phase, silent: step.silent }));
    case "lose room":
      return whileRecording(state, (phase) => ({ ...phase, kept: false }));
    case "stop": {
      const sound: Sound | null = step.file ? { kind: "new", file: step.file } : state.sound;
      return rest({ ...state, sound, note: step.interrupted ? { about: "interrupted" } : null });
    }
    case "remove sound":
      return rest({ ...state, sound: null, note: null });
    case "find":
      return { ...state, found: step.found };
    case "recover": {
      const { file, seconds, recordingId } = step.found;
      const found = state.found.filter((other) => other.recordingId !== recordingId);
      return rest(
        { ...state, found, sound: { kind: "new", file }, note: { about: "recovered", seconds } },
        isBusy(state),
      );
    }
    case "drop":
      return { ...state, found: state.found.filter(({ recordingId }) => recordingId !== step.recordingId) };
    case "transcribe":
      return { ...state, phase: { is: "transcribing" }, note: null };
    case "write": {
      const before = state.transcript?.trim() ? state.transcript : null;
      return rest({ ...state, transcript: step.text, previous: before === step.text ? null : before, note: null });
    }
    case "give up":
      return rest({ ...state, note: step.note });
    case "type":
      return rest({ ...state, transcript: step.text }, isBusy(state));
    case "bring back":
      return { ...state, transcript: state.previous, previous: state.transcript };
    case "remove transcript":
      return rest({ ...state, transcript: null, previous: null }, isBusy(state));
  }
}

export function sameSound(a: Sound | null, b: Sound | null): boolean {
  if (a?.kind === "new" && b?.kind === "new") return a.file.name === b.file.name;
  if (a?.kind === "saved" && b?.kind === "saved") return a.recording.url === b.recording.url;
  return a === b;
}

/** The phase in which nothing is going on. */
function rest(state: State, busy = false): State {
  if (busy) return state;
  const is = state.transcript !== null ? "transcript" : state.sound ? "stopped" : "idle";
  return { ...state, phase: { is } };
}

type Recorded = Extract<Phase, { is: "recording" }>;

function whileRecording(state: State, change: (phase: Recorded) => Recorded): State {
  return state.phase.is === "recording" ? { ...state, phase: change(state.phase) } : state;
}

/** Remaining seconds at which a screen reader is told, each once. There are few, so that it does not talk over the person. */
export const ANNOUNCED_SECONDS = [30, 10];

/** '1:05' */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
