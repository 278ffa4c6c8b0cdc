// The recorder's state and everything that it does. A recording goes on while the entry gets other values from elsewhere.
import type { Recording as Saved } from "../../../shared/domain";
import { send } from "../../../shared/events";
import { type Key, type Texts, t } from "../../../shared/i18n";
import { ask } from "../../../shared/ui/ask";
import { hasEnded } from "../draft/database";
import type { Place } from "../draft/drafts";
import { acquireLock as takeLock } from "../draft/lock";
import { isSavedAs, newRecordingId, recordingIdOf } from "../draft/recording-id";
import { chunkInfo, deleteChunks, writeChunk } from "../draft/sound";
import { newLines } from "../state/counter";
import { fileOf, findInterrupted, lockOf } from "./interrupted";
import { openMicrophone, Recording, recordingFormat, type Why } from "./microphone";
import {
  clock,
  type InterruptedRecording,
  type Recorded,
  type Sound,
  START,
  type State,
  sameSound,
} from "./recorder-state";
import { type Assistance, isDeclined, Transcriber } from "./transcriber";

/** The entry's recording and transcript. */
export type RecorderValue = { audio: Saved | null; audioFile: File | null; audioTranscript: string };

export type RecorderProps = Assistance & {
  /** The longest recording, and the one with Pro. */
  seconds?: number;
  pro?: boolean;
  proSeconds?: number;
};

type Options = {
  props: RecorderProps;
  texts: Texts;
  /** The day or entry of the recording; `today`: the editor of today. */
  place: () => Place & { today: boolean };
  changed: (value: RecorderValue) => void;
  /** How long the recording under way is; undefined: there is none. */
  recording: (time: string | undefined) => void;
};

/** Milliseconds that a save waits for a transcription under way. */
const TRANSCRIPT_WAIT = 15_000;

export class RecorderController {
  readonly props: RecorderProps;
  state = START;
  /** Called with the level, 0 to 1. */
  onLevel: ((level: number) => void) | undefined;
  #options: Options;
  #recording: Recording | undefined;
  #recordingId = "";
  #unlock: (() => void) | undefined;
  #transcriber: Transcriber;
  #watchers = new Set<() => void>();
  /** A save waits for the recording. */
  #saving = false;
  /** A save ended the recording, so it was not transcribed. */
  #untranscribed = false;
  #ended = new AbortController();

  constructor(options: Options) {
    this.#options = options;
    this.props = options.props;
    this.#transcriber = new Transcriber(options.texts);
  }

  watch = (watcher: () => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  /** The entry has these values now. A recording goes on, but the transcription of a removed recording stops. */
  give({ audio, audioFile, audioTranscript }: RecorderValue): void {
    const saved: Sound | null = audio && { kind: "saved", recording: audio };
    const sound: Sound | null = audioFile ? { kind: "new", file: audioFile } : saved;
    if (this.state.phase?.is === "transcribing" && !this.#isStill(sound)) {
      this.#transcriber.stop();
      this.#set({ phase: null, note: null });
    }
    // For the form an emptied transcript is none, but the field stays while somebody is writing in it.
    const transcript = audioTranscript || (this.state.transcript === "" ? "" : null);
    const note = sameSound(sound, this.state.sound) ? this.state.note : null;
    this.#set({ sound, transcript, note });
  }

  get limit(): number {
    return this.props.seconds ?? 60;
  }

  /** Opens the microphone and starts recording. Asks first if there is a recording already. */
  async start(): Promise<void> {
    if (this.state.phase) return;
    if (this.state.sound && !(await this.#confirm("editor.recorder.replace_confirm", "editor.recorder.again"))) return;
    if (this.state.phase || this.#ended.signal.aborted) return;
    this.#set({ phase: { is: "asking" }, note: null });
    const stream = await openMicrophone();
    if (typeof stream === "string") return this.#set({ phase: null, note: { about: "microphone", why: stream } });
    if (this.#ended.signal.aborted) return stop(stream);
    try {
      this.#record(stream);
    } catch (error) {
      console.error(error);
      stop(stream);
      this.#set({ phase: null, note: { about: "microphone", why: "failed" } });
    }
  }

  stop(): Promise<void> | undefined {
    return this.#recording?.stop();
  }

  async removeSound(): Promise<void> {
    if (!this.state.sound || !(await this.#confirm("editor.recorder.remove_confirm", "editor.recorder.remove"))) return;
    const { sound } = this.state;
    if (!sound || this.state.phase) return;
    this.#forget(sound);
    this.#edit({ sound: null, note: null });
  }

  type(text: string): void {
    this.#edit({ transcript: text });
  }

  bringBack(): void {
    this.#edit({ transcript: this.state.previous, previous: this.state.transcript });
  }

  async removeTranscript(): Promise<void> {
    const sure = () => this.#confirm("editor.recorder.remove_transcript_confirm", "editor.recorder.transcript_remove");
    if (this.state.transcript?.trim() && !(await sure())) return;
    this.#edit({ transcript: null, previous: null });
  }

  /** Transcribes the recording. `asked`: the person pressed the button, whatever they answered about consent before. */
  async transcribe(asked = true): Promise<void> {
    const { sound, phase } = this.state;
    if (!sound || phase) return;
    this.#untranscribed = false;
    this.#set({ phase: { is: "transcribing" }, note: null });
    const run = this.#transcriber.run(sound, { ...this.props, asked });
    const result = await run;
    // The recording was removed or replaced meanwhile.
    if (run !== this.#transcriber.done || this.state.phase?.is !== "transcribing") return;
    if ("note" in result) return this.#set({ phase: null, note: result.note });
    const before = this.state.transcript?.trim() ? this.state.transcript : null;
    const previous = before === result.text ? null : before;
    this.#edit({ phase: null, transcript: result.text, previous, note: null });
    send("app:toast", { title: this.text("editor.recorder.transcribed"), kind: "ok" });
  }

  stopTranscribing(): void {
    this.#transcriber.stop();
  }

  /** Puts an interrupted recording into the form, and replaces the one that is there. */
  async recover(recordingId: string): Promise<void> {
    if (this.state.phase) return;
    const sure = () => this.#confirm("editor.recorder.found_confirm", "editor.recorder.found_use");
    if (this.state.sound && !(await sure())) return;
    const { sound, found: all } = this.state;
    const found = all.find((other) => other.recordingId === recordingId);
    if (!found || this.state.phase) return;
    if (sound) this.#forget(sound);
    this.#recovered(found);
  }

  #recovered({ recordingId, file, seconds }: InterruptedRecording): void {
    const found = this.#foundBesides(recordingId);
    this.#edit({ found, sound: { kind: "new", file }, note: { about: "recovered", seconds } });
  }

  #foundBesides(recordingId: string): InterruptedRecording[] {
    return this.state.found.filter((other) => other.recordingId !== recordingId);
  }

  async drop(recordingId: string): Promise<void> {
    if (!(await this.#confirm("editor.recorder.remove_confirm", "editor.recorder.found_drop"))) return;
    deleteChunks(recordingId).catch(console.error);
    this.#set({ found: this.#foundBesides(recordingId) });
  }

  /** Looks for interrupted recordings. Called when the form has restored its draft. */
  async find(): Promise<void> {
    const place = this.#options.place();
    if (!place.userId) return;
    const { sound } = this.state;
    const found = await findInterrupted(place, sound?.kind === "new" ? recordingIdOf(sound.file) : null);
    if (this.#ended.signal.aborted || found.length === 0) return;
    this.#set({ found: found.filter(({ recordingId }) => recordingId !== this.#recordingId) });
    const [newest] = this.state.found;
    if (newest?.date === place.date && !this.state.sound && !this.state.phase) this.#recovered(newest);
  }

  end(): void {
    this.#ended.abort();
    this.#options.recording(undefined);
    this.#transcriber.stop();
    void this.#recording?.stop("interrupted");
    this.#unlock?.();
  }

  #record(stream: MediaStream): void {
    const format = recordingFormat();
    this.#recordingId = newRecordingId();
    this.#unlock?.();
    void takeLock(lockOf(this.#recordingId)).then((unlock) => {
      this.#unlock = unlock;
    });
    const part = chunkInfo(this.#recordingId, this.#options.place());
    const keep = (data: Blob, at: number, milliseconds: number) => {
      const contentType = data.type || format.type;
      writeChunk({ ...part, at, contentType, milliseconds, data }).catch((error) => {
        if (hasEnded()) return;
        console.error(error);
        this.#setRecorded({ kept: false });
      });
    };
    this.#recording = new Recording(stream, format, this.limit, {
      part: keep,
      tick: (seconds) => this.#setRecorded({ seconds }),
      level: (level) => this.onLevel?.(level),
      silent: (silent) => this.#setRecorded({ silent }),
      end: (sound, why) => this.#recorded(sound, why),
    });
    this.#set({ phase: { is: "recording", seconds: 0, silent: false, kept: format.parts } });
  }

  #setRecorded(change: Partial<Recorded>): void {
    const { phase } = this.state;
    if (phase?.is === "recording") this.#set({ phase: { ...phase, ...change } });
  }

  #recorded(sound: Blob | null, why: Why): void {
    this.#recording = undefined;
    const before = this.state.sound;
    if (sound && before) this.#forget(before);
    const saving = this.#saving;
    this.#set({ phase: null, note: why === "interrupted" ? { about: "interrupted" } : null });
    if (sound) this.#edit({ sound: { kind: "new", file: fileOf(this.#recordingId, sound) } });
    if (why === "limit") this.#sayLimit();
    this.#untranscribed = Boolean(sound) && why !== "interrupted" && saving;
    if (sound && why !== "interrupted" && !saving) void this.transcribe(false);
  }

  /** Spec 8: says that the limit was reached, and to free accounts what Pro allows. */
  #sayLimit(): void {
    const { pro, proSeconds = 0 } = this.props;
    const words = [this.text("editor.recorder.limit_text", { n: this.limit })];
    const isMoreWithPro = !pro && proSeconds > this.limit;
    if (isMoreWithPro) words.push(this.text("editor.recorder.limit_pro", { n: proSeconds }));
    const action = isMoreWithPro && { action: { label: this.text("editor.pro_link"), href: "/subscription" } };
    send("app:toast", { title: this.text("editor.recorder.limit_title"), description: words.join(" "), ...action });
  }

  /** Before a save: ends a recording under way, or waits a while for a transcription under way. */
  finish(): Promise<unknown> | undefined {
    if (this.#recording) {
      this.#saving = true;
      return this.#recording.stop().finally(() => {
        this.#saving = false;
      });
    }
    if (this.state.phase?.is !== "transcribing") return undefined;
    const late = new Promise((done) => setTimeout(done, TRANSCRIPT_WAIT));
    return Promise.race([this.#transcriber.done, late]);
  }

  /** After a save on a page that stays: there is time to transcribe now. */
  saved(): void {
    if (this.#needsTranscript) void this.transcribe(false);
  }

  /** Before the next page: says that the recording has no transcript, which the entry's own editor can make. */
  leaving(): string {
    const late = this.state.phase?.is === "transcribing";
    return late || this.#needsTranscript ? this.text("editor.recorder.saved_without_transcript") : "";
  }

  get #needsTranscript(): boolean {
    const { sound, transcript } = this.state;
    const isWanted = this.props.transcription === "ready" && !isDeclined(this.props);
    return this.#untranscribed && isWanted && sound !== null && !transcript?.trim();
  }

  /** Whether `sound` is the current recording, perhaps saved by now. */
  #isStill(sound: Sound | null): boolean {
    const before = this.state.sound;
    if (before?.kind === "new" && sound?.kind === "saved") return isSavedAs(before.file, sound.recording);
    return sameSound(before, sound);
  }

  #forget(sound: Sound): void {
    if (sound.kind === "new") deleteChunks(recordingIdOf(sound.file)).catch(console.error);
  }

  get value(): RecorderValue {
    const { sound, transcript } = this.state;
    return {
      audio: sound?.kind === "saved" ? sound.recording : null,
      audioFile: sound?.kind === "new" ? sound.file : null,
      audioTranscript: newLines(transcript ?? ""),
    };
  }

  /** A change of the recording or the transcript, which the entry gets as well. */
  #edit(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    this.#options.changed(this.value);
    this.#notify();
  }

  #set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    this.#notify();
  }

  #notify(): void {
    for (const watcher of this.#watchers) watcher();
    const { phase } = this.state;
    this.#options.recording(phase?.is === "recording" ? clock(phase.seconds) : undefined);
  }

  #confirm(question: Key, yes: Key): Promise<boolean> {
    return ask(this.text(question), this.text(yes), this.text("app.cancel"));
  }

  text(key: Key, params?: Record<string, string | number>): string {
    return t(this.#options.texts, key, params);
  }
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
