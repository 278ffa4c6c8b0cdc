import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { on, type Toast } from "../../../shared/events";
import { answer } from "../../../test/ask";
import { entry } from "../../../test/editor";
import { eventually } from "../../../test/eventually";
import { noLocks } from "../../../test/locks";
import { fakeMicrophone } from "../../../test/microphone";
import { showSection } from "../../../test/section";
import { de } from "../../../test/texts";
import { heardToasts } from "../../../test/toasts";
import { askConsent, consentTo } from "../../assistant/consent";
import { type Transcription, transcribe } from "../../assistant/transcribe";
import { markSaved, recordingIdOf } from "../draft/recording-id";
import { chunkInfo, deleteChunks, readUnfinished, writeChunk } from "../draft/sound";
import { finishSections, leavingMessages } from "../state/context";
import VoiceSection from ".";
import type { RecorderProps, RecorderValue } from "./recorder-controller";

vi.mock("../../assistant/consent");
vi.mock("../../assistant/transcribe");

const t = de.editor.recorder;
const PLACE = { userId: "user-1", date: "2026-11-20", entryId: null };
let microphone: ReturnType<typeof fakeMicrophone>;
let toasts: Toast[];

beforeEach(async () => {
  for (const { recordingId } of await readUnfinished("user-1")) await deleteChunks(recordingId);
  noLocks();
  microphone = fakeMicrophone();
  toasts = heardToasts();
  vi.clearAllMocks();
  vi.mocked(consentTo).mockImplementation((_, given) => given);
  vi.mocked(transcribe).mockResolvedValue({ kind: "done", transcript: "Heute war ein guter Tag." });
});

afterEach(() => void vi.useRealTimers());

function show({ audio, ...props }: RecorderProps & Partial<Pick<RecorderValue, "audio">> = {}) {
  const given: RecorderProps = { seconds: 60, pro: false, proSeconds: 180, transcription: "none", ...props };
  const page = { saved: { audio: audio ?? null } };
  const { content, saveHooks, ...section } = showSection(<VoiceSection {...given} />, page);
  return {
    ...section,
    finish: () => finishSections(saveHooks),
    leaving: () => leavingMessages(saveHooks, { sent: content(), entry: entry() }),
    saved: () => {
      for (const { saved } of saveHooks) saved?.({ sent: content(), entry: entry() });
    },
    sent: () => {
      const { audio, audioFile, audioTranscript } = content();
      return { audio: audioFile, removed: String(audio === null), transcript: audioTranscript };
    },
  };
}

const button = (name: string) => screen.getByRole("button", { name });

async function begin() {
  fireEvent.click(button(t.record));
  await screen.findByText(t.kept);
}

async function record(...parts: string[]) {
  await begin();
  for (const part of parts) microphone.recorder.give(part);
  fireEvent.click(button(t.stop));
  await screen.findByLabelText(t.player);
}

test("a stopped recording is in the form, and every chunk is on the device before", async () => {
  const { sent, edits } = show();
  await begin();
  expect(microphone.recorder.timeslice).toBe(1000);
  microphone.recorder.give("eins ");
  await eventually(async () => expect(await (await readUnfinished("user-1"))[0]?.sound.text()).toBe("eins "));
  expect((await readUnfinished("user-1"))[0]?.key).toBe("user-1:2026-11-20");
  expect(sent().audio).toBeNull();
  fireEvent.click(button(t.stop));
  await screen.findByLabelText(t.player);
  expect(await sent().audio?.text()).toBe("eins !");
  expect(sent().audio?.type).toMatch(/^audio\/webm/);
  expect(edits()).toBeGreaterThan(0);
  expect(microphone.track.stop).toHaveBeenCalled();
  expect(screen.getByText(t.no_transcription)).toBeInTheDocument();
});

test("at the limit the recording ends, and free accounts read what Pro allows", async () => {
  show({ seconds: 2, pro: false, proSeconds: 180 });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  fireEvent.click(button(t.record));
  await vi.waitFor(() => microphone.recorder);
  vi.advanceTimersByTime(2000);
  vi.useRealTimers();
  await screen.findByLabelText(t.player);
  const description = "Die Höchstdauer von 2 Sekunden ist erreicht. Mit Pro sind bis zu 180 Sekunden möglich.";
  const action = { label: "Pro ansehen", href: "/subscription" };
  expect(toasts).toEqual([{ title: "Aufnahme beendet", description, action }]);
});

test("at the limit Pro accounts read only the time", async () => {
  show({ seconds: 0, pro: true, proSeconds: 180 });
  await begin();
  microphone.recorder.give("Teil");
  await screen.findByLabelText(t.player);
  expect(toasts[0]?.description).toBe("Die Höchstdauer von 0 Sekunden ist erreicht.");
});

test("in Safari the recording comes in one piece, and the page says so", async () => {
  microphone = fakeMicrophone({ vendor: "Apple Computer, Inc." });
  const { sent } = show();
  fireEvent.click(button(t.record));
  await screen.findByText(t.kept_at_end);
  expect(microphone.recorder.timeslice).toBeUndefined();
  fireEvent.click(button(t.stop));
  await screen.findByLabelText(t.player);
  expect(await sent().audio?.text()).toBe("!");
});

test("a refused microphone shows what to do, and the next attempt can succeed", async () => {
  show();
  microphone.getUserMedia.mockRejectedValueOnce(new DOMException("no", "NotAllowedError"));
  fireEvent.click(button(t.record));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Mikrofon konnte nicht aktiviert werden.");
  expect(alert).toHaveTextContent(t.microphone_refused);
  await begin();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("each microphone error has its own message", async () => {
  show();
  const cases = {
    NotFoundError: t.microphone_missing,
    NotReadableError: t.microphone_busy,
    TypeError: t.microphone_failed,
  };
  for (const [name, words] of Object.entries(cases)) {
    microphone.getUserMedia.mockRejectedValueOnce(new DOMException("no", name));
    fireEvent.click(button(t.record));
    expect(await screen.findByText(words)).toBeInTheDocument();
  }
  Object.defineProperty(navigator, "mediaDevices", { value: undefined, configurable: true });
  fireEvent.click(button(t.record));
  expect(await screen.findByText(t.microphone_unsupported)).toBeInTheDocument();
});

test("a microphone that stops by itself keeps the recording", async () => {
  const { sent } = show({ transcription: "ready" });
  await begin();
  microphone.recorder.give("bis hier");
  microphone.unplug();
  await screen.findByText(t.interrupted);
  expect(await sent().audio?.text()).toBe("bis hier!");
  expect(transcribe).not.toHaveBeenCalled();
});

test("a recording is transcribed by itself, and the transcript can be corrected and removed", async () => {
  const { sent } = show({ transcription: "ready", provider: null, consent: null });
  await record("eins");
  const box = await screen.findByRole("textbox", { name: t.transcript });
  expect(box).toHaveValue("Heute war ein guter Tag.");
  expect(toasts).toEqual([{ title: "Audio transkribiert", kind: "ok" }]);
  fireEvent.change(box, { target: { value: "Heute war ein sehr guter Tag." } });
  expect(sent().transcript).toBe("Heute war ein sehr guter Tag.");
  fireEvent.click(button(t.transcript_remove));
  expect(await answer(true)).toBe(t.remove_transcript_confirm);
  await waitFor(() => expect(box).not.toBeInTheDocument());
  expect(sent().transcript).toBe("");
  expect(sent().audio).not.toBeNull();
});

test("nothing goes to an external service before the person consents", async () => {
  vi.mocked(askConsent).mockResolvedValueOnce(false).mockResolvedValueOnce(true);
  show({ transcription: "ready", provider: "Beispiel", consent: null });
  await record("eins");
  await screen.findByText(t.declined);
  expect(transcribe).not.toHaveBeenCalled();
  fireEvent.click(button(t.transcribe));
  await screen.findByRole("textbox", { name: t.transcript });
  expect(askConsent).toHaveBeenCalledTimes(2);
});

test("if the server uses another service by now, consent is asked for that one", async () => {
  vi.mocked(transcribe).mockResolvedValueOnce({ kind: "consent", message: "", provider: "Neue KI" });
  vi.mocked(consentTo).mockReturnValueOnce(true);
  vi.mocked(askConsent).mockResolvedValueOnce(true);
  show({ transcription: "ready", provider: "Alte KI", consent: true });
  await record("eins");
  await screen.findByRole("textbox", { name: t.transcript });
  expect(vi.mocked(askConsent).mock.calls.map(([help, provider]) => [help, provider])).toEqual([
    ["transcription", "Neue KI"],
  ]);
});

test("after a refusal a new recording does not ask again", async () => {
  show({ transcription: "ready", provider: "Beispiel", consent: false });
  await record("eins");
  await screen.findByText(t.declined);
  expect(askConsent).not.toHaveBeenCalled();
});

test("if the server refuses, the recording stays, the reason is shown, and there is a retry where that helps", async () => {
  const { sent } = show({ transcription: "ready" });
  const refused = {
    kind: "refused",
    code: "transcription_unavailable",
    message: "Gerade nicht.",
    again: true,
  } as const;
  vi.mocked(transcribe).mockResolvedValueOnce(refused);
  await record("eins");
  expect(await screen.findByRole("alert")).toHaveTextContent("Gerade nicht.");
  expect(await sent().audio?.text()).toBe("eins!");
  vi.mocked(transcribe).mockResolvedValueOnce({ ...refused, code: "quota_used", message: "Ab morgen.", again: false });
  fireEvent.click(button(t.retry));
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("Ab morgen."));
  expect(screen.queryByRole("button", { name: t.retry })).not.toBeInTheDocument();
});

test("if the transcription breaks, the recording stays, and there is a retry", async () => {
  show({ transcription: "ready" });
  vi.spyOn(console, "error").mockImplementationOnce(() => {});
  vi.mocked(transcribe).mockRejectedValueOnce(new Error("no answer"));
  await record("eins");
  expect(await screen.findByRole("alert")).toHaveTextContent(`${t.not_transcribed} ${t.safe}`);
  fireEvent.click(button(t.retry));
  await screen.findByRole("textbox", { name: t.transcript });
});

test("a new recording replaces the previous one after a confirmation", async () => {
  const { sent } = show();
  await record("eins");
  fireEvent.click(button(t.again));
  expect(await answer(false)).toBe(t.replace_confirm);
  expect(await sent().audio?.text()).toBe("eins!");
  fireEvent.click(button(t.again));
  await answer(true);
  await screen.findByText(t.kept);
  microphone.recorder.give("zwei");
  fireEvent.click(button(t.stop));
  await eventually(async () => expect(await sent().audio?.text()).toBe("zwei!"));
  await eventually(async () => expect(await readUnfinished("user-1")).toHaveLength(1));
});

test("a saved recording can be heard and removed", async () => {
  const audio = { url: "/api/entries/1/audio", contentType: "audio/webm", seconds: 4 };
  const { sent } = show({ audio });
  expect(sent()).toMatchObject({ audio: null, removed: "false" });
  expect(screen.getByLabelText(t.player)).toHaveAttribute("src", audio.url);
  fireEvent.click(button(t.remove));
  await answer(false);
  expect(sent().removed).toBe("false");
  fireEvent.click(button(t.remove));
  expect(await answer(true)).toBe(t.remove_confirm);
  expect(sent().removed).toBe("true");
  expect(await screen.findByRole("button", { name: t.record })).toHaveFocus();
});

test("new values of the form do not end a recording", async () => {
  const { correct, sent } = show();
  await begin();
  correct({ audioTranscript: "Aus einer früheren Fassung" });
  expect(sent().transcript).toBe("Aus einer früheren Fassung");
  microphone.recorder.give("eins");
  fireEvent.click(button(t.stop));
  await eventually(async () => expect(await sent().audio?.text()).toBe("eins!"));
});

test("a save ends the recording first and includes it", async () => {
  const { finish, sent } = show({ transcription: "ready" });
  await begin();
  microphone.recorder.give("eins");
  await finish();
  expect(await sent().audio?.text()).toBe("eins!");
  expect(transcribe).not.toHaveBeenCalled();
  expect(finish()).toBeUndefined();
});

/** A transcription that is answered by hand. */
function slowTranscription() {
  let answer = (_: string) => {};
  const late = new Promise<Transcription>((done) => {
    answer = (transcript) => done({ kind: "done", transcript });
  });
  vi.mocked(transcribe).mockReturnValueOnce(late);
  return { answer };
}

test("a transcription whose session is over opens the sign-in, and can be retried", async () => {
  const { finish, sent } = show({ transcription: "ready" });
  const dialog = document.body.appendChild(document.createElement("dialog"));
  dialog.id = "sign-in";
  const off = on("app:sign-in", () => dialog.showModal());
  vi.mocked(transcribe).mockResolvedValueOnce({ kind: "signed_out", message: "Du bist abgemeldet." });
  await record("eins");
  await waitFor(() => expect(dialog.open).toBe(true));
  expect(await screen.findByRole("alert")).toHaveTextContent("Du bist abgemeldet.");
  expect(button(t.retry)).toBeInTheDocument();
  expect(finish()).toBeUndefined();
  expect(sent().audio).not.toBeNull();
  off();
});

test("a different recording from the form stops the transcription, the same one after its save does not", async () => {
  const { correct, sent } = show({ transcription: "ready" });
  const first = slowTranscription();
  await record("eins");
  await screen.findByText(t.cancel);
  const own = { url: "/api/entries/1/audio?1", contentType: "audio/webm", seconds: 1 };
  markSaved(sent().audio, own);
  correct({ audio: own, audioFile: null, audioTranscript: "" });
  expect(button(t.cancel)).toBeInTheDocument();
  const other = { ...own, url: "/api/entries/1/audio?2" };
  correct({ audio: other, audioFile: null, audioTranscript: "Ihre Worte" });
  await waitFor(() => expect(screen.queryByText(t.cancel)).not.toBeInTheDocument());
  first.answer("Meine Worte");
  await Promise.resolve();
  expect(sent().transcript).toBe("Ihre Worte");
  expect(toasts).toEqual([]);
});

test("a recording that a save ended is transcribed after the save; if the page is left, a message says that it has no transcript", async () => {
  const { finish, leaving, saved, correct, sent } = show({ transcription: "ready" });
  await begin();
  microphone.recorder.give("eins");
  await finish();
  expect(leaving()).toBe(t.saved_without_transcript);
  const audio = { url: "/api/entries/1/audio?3", contentType: "audio/webm", seconds: 1 };
  markSaved(sent().audio, audio);
  correct({ audio, audioFile: null, audioTranscript: "" });
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response("eins")),
  );
  saved();
  expect(await screen.findByRole("textbox", { name: t.transcript })).toHaveValue("Heute war ein guter Tag.");
  expect(leaving()).toBe("");
});

test("a transcript that comes too late for the save is mentioned as well, one that nobody wanted is not", async () => {
  const { leaving, unmount } = show({ transcription: "ready", provider: "Beispiel", consent: true });
  slowTranscription();
  await record("eins");
  await screen.findByText(t.cancel);
  expect(leaving()).toBe(t.saved_without_transcript);
  unmount();
  const other = show({ transcription: "ready", provider: "Beispiel", consent: false });
  await begin();
  await other.finish();
  expect(other.leaving()).toBe("");
});

test("a recording is restored after its page was killed, without the part that was cut off", async () => {
  const head = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0x81, 1, 0xa3, 0x81, 7]);
  const cut = new Uint8Array([0xa3, 0x85, 1]);
  const part = { ...chunkInfo("1-a", PLACE), contentType: "audio/webm;codecs=opus" };
  await writeChunk({ ...part, at: 0, milliseconds: 1000, data: new Blob([head]) });
  await writeChunk({ ...part, at: 1, milliseconds: 2100, data: new Blob([cut]) });
  const { sent } = show({ transcription: "ready" });
  await screen.findByText(
    "Deine Aufnahme wurde unterbrochen. Was bis dahin aufgenommen war (2 Sekunden), ist wieder da.",
  );
  const { audio } = sent();
  expect(audio && recordingIdOf(audio)).toBe("1-a");
  expect(audio?.size).toBe(head.byteLength);
  expect(transcribe).not.toHaveBeenCalled();
});

test("an interrupted recording of another day, or next to another recording, is offered", async () => {
  const sound = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0x81, 1]);
  const part = { ...chunkInfo("1-a", { ...PLACE, date: "2026-11-19" }), contentType: "audio/webm" };
  await writeChunk({ ...part, at: 0, milliseconds: 4000, data: new Blob([sound]) });
  const { sent } = show();
  await screen.findByText("Hier liegt noch eine unterbrochene Aufnahme vom 19. November 2026 (4 Sekunden).");
  expect(sent().audio).toBeNull();
  await record("eins");
  fireEvent.click(button(t.found_drop));
  expect(await answer(false)).toBe(t.remove_confirm);
  fireEvent.click(button(t.found_use));
  expect(await answer(false)).toBe(t.found_confirm);
  expect(await sent().audio?.text()).toBe("eins!");
  fireEvent.click(button(t.found_use));
  await answer(true);
  await eventually(() => expect(sent().audio?.size).toBe(sound.byteLength));
  expect(screen.queryByRole("button", { name: t.found_use })).not.toBeInTheDocument();
});

test("a message says when the device has no space for the recording", async () => {
  show();
  await begin();
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  vi.spyOn(console, "error").mockImplementation(() => {});
  microphone.recorder.give("eins");
  expect(await screen.findByText(t.kept_at_end)).toBeInTheDocument();
});
