import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answer } from "../../../test/ask";
import { eventually } from "../../../test/eventually";
import { noLocks } from "../../../test/locks";
import { fakeMicrophone } from "../../../test/microphone";
import { texts } from "../../../test/texts";
import { transcribe } from "../../assistant/transcribe";
import { deleteChunks, readUnfinished, writeChunk } from "../draft/sound";
import { RecorderController } from "./recorder-controller";
import { clock } from "./recorder-state";

vi.mock("../../assistant/consent");
vi.mock("../../assistant/transcribe");

const place = { userId: "user-1", date: "2026-11-20", entryId: null, today: true };
const file = new File(["sound"], "1-a.webm", { type: "audio/webm" });
const NOTHING = { audio: null, audioFile: null, audioTranscript: "" };
let microphone: ReturnType<typeof fakeMicrophone>;

beforeEach(async () => {
  for (const { recordingId } of await readUnfinished("user-1")) await deleteChunks(recordingId);
  noLocks();
  microphone = fakeMicrophone();
});
afterEach(() => void vi.clearAllMocks());

function open() {
  const changed = vi.fn();
  const props = { seconds: 60, transcription: "ready" } as const;
  const recorder = new RecorderController({ props, texts, place: () => place, changed, recording: () => {} });
  return { recorder, changed };
}

test("a refused microphone leaves everything as it was, and says why", async () => {
  const { recorder, changed } = open();
  recorder.give({ ...NOTHING, audioFile: file });
  microphone.getUserMedia.mockRejectedValueOnce(new DOMException("no", "NotAllowedError"));
  const started = recorder.start();
  await answer(true);
  await started;
  expect(recorder.state).toMatchObject({ phase: null, sound: { file }, note: { about: "microphone", why: "refused" } });
  expect(changed).not.toHaveBeenCalled();
});

test("a recording without a byte changes nothing", async () => {
  const { recorder, changed } = open();
  await recorder.start();
  expect(recorder.state.phase?.is).toBe("recording");
  microphone.recorder.onstop?.();
  expect(recorder.state).toMatchObject({ phase: null, sound: null });
  expect(changed).not.toHaveBeenCalled();
});

test("a transcript replaces the previous one, which can be brought back", async () => {
  const { recorder } = open();
  recorder.give({ ...NOTHING, audioFile: file });
  recorder.type("Von Hand");
  vi.mocked(transcribe).mockResolvedValueOnce({ kind: "done", transcript: "Vom Dienst" });
  await recorder.transcribe();
  expect(recorder.state).toMatchObject({ phase: null, transcript: "Vom Dienst", previous: "Von Hand" });
  recorder.bringBack();
  expect(recorder.state).toMatchObject({ transcript: "Von Hand", previous: "Vom Dienst" });
});

test("without a transcript the sound stays, and the note says why until the next step", async () => {
  const { recorder } = open();
  recorder.give({ ...NOTHING, audioFile: file });
  vi.mocked(transcribe).mockResolvedValueOnce({ kind: "offline", message: "Morgen wieder." });
  await recorder.transcribe();
  const note = { about: "failed", message: "Morgen wieder.", again: true };
  expect(recorder.state).toMatchObject({ phase: null, note, sound: { file } });
  vi.mocked(transcribe).mockResolvedValueOnce({ kind: "cancelled" });
  void recorder.transcribe();
  expect(recorder.state.note).toBeNull();
});

test("new values of the form do not interrupt a recording", async () => {
  const { recorder } = open();
  await recorder.start();
  recorder.give({ ...NOTHING, audioTranscript: "Aus dem Entwurf" });
  expect(recorder.state).toMatchObject({ phase: { is: "recording" }, transcript: "Aus dem Entwurf" });
});

test("an emptied field stays until it is removed by the person or by the form", async () => {
  const { recorder } = open();
  recorder.type("Wort");
  recorder.type("");
  recorder.give(NOTHING);
  expect(recorder.state.transcript).toBe("");
  await recorder.removeTranscript();
  expect(recorder.state.transcript).toBeNull();
  recorder.type("Wort");
  recorder.give(NOTHING);
  expect(recorder.state.transcript).toBeNull();
});

test("an interrupted recording of today becomes the sound, and its note goes with it", async () => {
  const data = new Blob(["sound"], { type: "audio/webm" });
  const part = {
    userId: "user-1",
    key: "user-1:2026-11-20",
    at: 0,
    contentType: "audio/webm",
    milliseconds: 4000,
    data,
  };
  await writeChunk({ ...part, recordingId: "0-b", date: "2026-11-19" });
  await writeChunk({ ...part, recordingId: "1-a", date: "2026-11-20" });
  const { recorder } = open();
  await recorder.find();
  expect(recorder.state).toMatchObject({ sound: { kind: "new" }, note: { about: "recovered", seconds: 4 } });
  expect(recorder.state.found.map(({ recordingId }) => recordingId)).toEqual(["0-b"]);
  recorder.give(recorder.value);
  expect(recorder.state.note).not.toBeNull();
  recorder.give({ ...NOTHING, audio: { url: "/api/entries/1/audio", contentType: "audio/webm", seconds: 4 } });
  expect(recorder.state.note).toBeNull();
  const dropped = recorder.drop("0-b");
  await answer(true);
  await dropped;
  expect(recorder.state.found).toEqual([]);
  await eventually(async () => expect(await readUnfinished("user-1")).toHaveLength(1));
});

test("time is shown in minutes and seconds", () => {
  expect([0, 7, 60, 179].map(clock)).toEqual(["0:00", "0:07", "1:00", "2:59"]);
});
