import { expect, test } from "vitest";
import { clock, recorderReducer, START, type State, type Step } from "./recorder-state";

const file = new File(["sound"], "1-a.webm", { type: "audio/webm" });
const walk = (...steps: Step[]): State => steps.reduce(recorderReducer, START);
const RECORD: Step[] = [{ do: "ask" }, { do: "record", kept: true }];
const STOP: Step = { do: "stop", file, interrupted: false };

test("a recording goes from idle over asking for the microphone to a sound", () => {
  expect(walk().phase.is).toBe("idle");
  expect(walk({ do: "ask" }).phase.is).toBe("asking");
  expect(walk(...RECORD, { do: "tick", seconds: 7 }).phase).toMatchObject({ is: "recording", seconds: 7 });
  expect(walk(...RECORD, STOP)).toMatchObject({ phase: { is: "stopped" }, sound: { kind: "new", file } });
});

test("a refused microphone leaves everything as it was, and says why", () => {
  const state = walk(...RECORD, STOP, { do: "ask" }, { do: "refuse", why: "refused" });
  expect(state).toMatchObject({ phase: { is: "stopped" }, note: { about: "microphone", why: "refused" } });
  expect(state.sound).toMatchObject({ file });
});

test("a recording without a byte changes nothing", () => {
  expect(walk(...RECORD, { do: "stop", file: null, interrupted: false })).toMatchObject({
    phase: { is: "idle" },
    sound: null,
  });
});

test("a transcript replaces the previous one, which can be brought back", () => {
  const typed = walk(...RECORD, STOP, { do: "type", text: "Von Hand" });
  expect(typed.phase.is).toBe("transcript");
  const written = [{ do: "transcribe" }, { do: "write", text: "Vom Dienst" }] as Step[];
  const state = written.reduce(recorderReducer, typed);
  expect(state).toMatchObject({ phase: { is: "transcript" }, transcript: "Vom Dienst", previous: "Von Hand" });
  expect(recorderReducer(state, { do: "bring back" })).toMatchObject({
    transcript: "Von Hand",
    previous: "Vom Dienst",
  });
});

test("without a transcript the sound stays, and the note says why", () => {
  const note = { about: "failed", message: "Morgen wieder.", again: false } as const;
  const state = walk(...RECORD, STOP, { do: "transcribe" }, { do: "give up", note });
  expect(state).toMatchObject({ phase: { is: "stopped" }, note, sound: { file } });
  expect(recorderReducer(state, { do: "ask" }).note).toBeNull();
});

test("new values of the form do not interrupt a phase under way", () => {
  const speaking = walk(...RECORD, { do: "give", sound: null, transcript: "Aus dem Entwurf" });
  expect(speaking).toMatchObject({ phase: { is: "recording" }, transcript: "Aus dem Entwurf" });
  expect(recorderReducer(speaking, STOP).phase.is).toBe("transcript");
  const idle = walk({ do: "give", sound: { kind: "new", file }, transcript: "" });
  expect(idle.phase.is).toBe("stopped");
});

test("a note about a sound is removed with the sound", () => {
  const recovered = walk({ do: "recover", found: { recordingId: "1-a", date: "2026-11-20", seconds: 4, file } });
  expect(recorderReducer(recovered, { do: "give", sound: { kind: "new", file }, transcript: "" }).note).not.toBeNull();
  const recording = { url: "/api/entries/1/audio", contentType: "audio/webm", seconds: 4 };
  expect(
    recorderReducer(recovered, { do: "give", sound: { kind: "saved", recording }, transcript: "" }).note,
  ).toBeNull();
});

test("an emptied field stays until it is removed by the person or by the form", () => {
  const emptied = walk({ do: "type", text: "Wort" }, { do: "type", text: "" });
  expect(emptied).toMatchObject({ phase: { is: "transcript" }, transcript: "" });
  expect(recorderReducer(emptied, { do: "give", sound: null, transcript: "" }).transcript).toBe("");
  expect(recorderReducer(emptied, { do: "remove transcript" })).toMatchObject({
    phase: { is: "idle" },
    transcript: null,
  });
  const written = walk({ do: "type", text: "Wort" });
  expect(recorderReducer(written, { do: "give", sound: null, transcript: "" }).transcript).toBeNull();
});

test("an interrupted recording that is used becomes the sound and leaves the list", () => {
  const found = { recordingId: "1-a", date: "2026-11-20", seconds: 4, file };
  const other = { ...found, recordingId: "0-b" };
  const state = walk({ do: "find", found: [found, other] }, { do: "recover", found });
  expect(state).toMatchObject({ sound: { file }, found: [other], note: { about: "recovered", seconds: 4 } });
  expect(recorderReducer(state, { do: "drop", recordingId: "0-b" }).found).toEqual([]);
});

test("a late tick starts no recording", () => {
  expect(walk(...RECORD, STOP, { do: "tick", seconds: 9 }).phase.is).toBe("stopped");
});

test("time is shown in minutes and seconds", () => {
  expect([0, 7, 60, 179].map(clock)).toEqual(["0:00", "0:07", "1:00", "2:59"]);
});
