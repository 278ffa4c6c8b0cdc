// What is said on this page: the recorder's state and everything that it does. It outlives the widget that shows it,
// since the form may give new values while somebody speaks.
import type { Recording as Saved } from "../../domain";
import type { RecorderState } from "../../editor/bar";
import { hasEnded } from "../../editor/database";
import type { Place } from "../../editor/drafts";
import type { Finish, Leaving } from "../../editor/finish";
import { take as takeLock } from "../../editor/hold";
import { deleteTake, partOf, writeChunk } from "../../editor/sound";
import { isKeptAs, newTake, takeOf } from "../../editor/take";
import { send } from "../../events";
import { type Key, type Texts, t } from "../../i18n";
import { ask } from "../../ui/ask";
import { fileOf, findInterrupted, lockOf } from "./interrupted";
import { clock, isBusy, next, type Sound, START, type Step, sameSound } from "./machine";
import { NoMicrophone, openMicrophone, Recording, recordingFormat, type Why } from "./microphone";
import { type Assistance, isDeclined, Transcriber } from "./transcriber";

export type VoiceProps = Assistance & {
  audio?: Saved | null;
  audioFile?: File | null;
  audioTranscript?: string;
  /** The longest recording, and the one with Pro. */
  seconds?: number;
  pro?: boolean;
  proSeconds?: number;
};

/** Milliseconds that a save waits for a transcript that is being made. */
const TRANSCRIPT_WAIT = 15_000;

export class Voice {
  readonly texts: Texts;
  state = START;
  props: VoiceProps = {};
  /** Hears how loud it is, 0 to 1. */
  heard: ((level: number) => void) | undefined;
  #root: HTMLElement;
  #recording: Recording | undefined;
  #take = "";
  #unlock: (() => void) | undefined;
  #transcriber: Transcriber;
  #watchers = new Set<() => void>();
  /** A save waits for the recording. */
  #saving = false;
  /** A save ended the recording, so that nobody made a text of it. */
  #unheard = false;
  /** Counts transcriptions: what an older one says late is not wanted. */
  #runs = 0;
  #ended = new AbortController();

  constructor(root: HTMLElement, texts: Texts) {
    this.#root = root;
    this.texts = texts;
    this.#transcriber = new Transcriber(texts);
    const { signal } = this.#ended;
    const form = root.closest("form");
    form?.addEventListener("formdata", (event) => this.#fill(event.formData), { signal });
    form?.addEventListener("entry-saving", (event) => this.#finish((event as CustomEvent<Finish>).detail), { signal });
    form?.addEventListener("entry-leaving", (event) => this.#leave((event as CustomEvent<Leaving>).detail), { signal });
    root.closest("entry-form")?.addEventListener("entry-saved", () => this.#saved(), { signal });
  }

  watch = (watcher: () => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  /** The form has these values now. What is going on goes on, but no text is made of a sound that is gone. */
  give(props: VoiceProps): void {
    this.props = props;
    const { audio, audioFile, audioTranscript = "" } = props;
    const sound: Sound | null = audioFile
      ? { kind: "new", file: audioFile }
      : audio
        ? { kind: "saved", recording: audio }
        : null;
    if (this.state.phase.is === "transcribing" && !this.#isStill(sound)) {
      this.#runs += 1;
      this.#transcriber.stop();
      this.#go({ do: "give up", note: null });
    }
    this.#go({ do: "give", sound, transcript: audioTranscript });
  }

  get limit(): number {
    return this.props.seconds ?? 60;
  }

  /** The microphone, then a recording. Who has one already is asked first. */
  async start(): Promise<void> {
    if (isBusy(this.state)) return;
    if (this.state.sound && !(await this.#sure("editor.recorder.replace_confirm", "editor.recorder.again"))) return;
    if (isBusy(this.state) || this.#ended.signal.aborted) return;
    this.#go({ do: "ask" });
    let stream: MediaStream | undefined;
    try {
      stream = await openMicrophone();
      if (this.#ended.signal.aborted) return stop(stream);
      this.#record(stream);
    } catch (error) {
      stop(stream);
      if (!(error instanceof NoMicrophone)) console.error(error);
      this.#go({ do: "refuse", why: error instanceof NoMicrophone ? error.why : "failed" });
    }
  }

  stop(): Promise<void> | undefined {
    return this.#recording?.stop();
  }

  async removeSound(): Promise<void> {
    if (!this.state.sound || !(await this.#sure("editor.recorder.remove_confirm", "editor.recorder.remove"))) return;
    const { sound } = this.state;
    if (!sound || isBusy(this.state)) return;
    this.#forget(sound);
    this.#go({ do: "remove sound" });
  }

  type(text: string): void {
    this.#go({ do: "type", text });
  }

  bringBack(): void {
    this.#go({ do: "bring back" });
  }

  async removeTranscript(): Promise<void> {
    const sure = () => this.#sure("editor.recorder.remove_transcript_confirm", "editor.recorder.transcript_remove");
    if (this.state.transcript?.trim() && !(await sure())) return;
    this.#go({ do: "remove transcript" });
  }

  /** Makes text of the sound that is there. `asked`: the person wants it now, whatever they said before. */
  async transcribe(asked = true): Promise<void> {
    const { sound } = this.state;
    if (!sound || isBusy(this.state)) return;
    this.#unheard = false;
    const run = ++this.#runs;
    this.#go({ do: "transcribe" });
    const step = await this.#transcriber.run(sound, { ...this.props, asked, userId: this.#place.userId });
    // Whoever removed or replaced the recording meanwhile wants no text of it.
    if (run !== this.#runs || this.state.phase.is !== "transcribing") return;
    this.#go(step);
    if (step.do === "write") send("app:toast", { title: this.#text("editor.recorder.transcribed"), kind: "ok" });
  }

  stopTranscribing(): void {
    this.#transcriber.stop();
  }

  /** Takes over an interrupted recording; another one that is there is replaced. */
  async recover(take: string): Promise<void> {
    if (isBusy(this.state)) return;
    const sure = () => this.#sure("editor.recorder.found_confirm", "editor.recorder.found_use");
    if (this.state.sound && !(await sure())) return;
    const { sound, found: all } = this.state;
    const found = all.find((other) => other.take === take);
    if (!found || isBusy(this.state)) return;
    if (sound) this.#forget(sound);
    this.#go({ do: "recover", found });
  }

  async drop(take: string): Promise<void> {
    if (!(await this.#sure("editor.recorder.remove_confirm", "editor.recorder.found_drop"))) return;
    deleteTake(take).catch(console.error);
    this.#go({ do: "drop", take });
  }

  /** Looks for recordings that their page could not finish, once the form has what its draft held. */
  async find(): Promise<void> {
    const place = this.#place;
    if (!place.userId) return;
    const { sound } = this.state;
    const found = await findInterrupted(place, sound?.kind === "new" ? takeOf(sound.file) : null);
    if (this.#ended.signal.aborted || found.length === 0) return;
    this.#go({ do: "find", found: found.filter(({ take }) => take !== this.#take) });
    const [newest] = this.state.found;
    if (newest?.date === place.date && !this.state.sound && !isBusy(this.state))
      this.#go({ do: "recover", found: newest });
  }

  end(): void {
    this.#ended.abort();
    this.#sayState(undefined);
    this.#transcriber.stop();
    void this.#recording?.stop("interrupted");
    this.#unlock?.();
  }

  get #place(): Place & { today: boolean } {
    const { dataset = {} } = this.#root.closest<HTMLElement>("entry-form") ?? {};
    const { userId = "", date = "", entryId, ticket, late } = dataset as DOMStringMap;
    const today = !entryId || (Boolean(ticket) && late === undefined);
    return { userId, date, entryId: entryId || null, today };
  }

  #record(stream: MediaStream): void {
    const format = recordingFormat();
    this.#take = newTake();
    this.#unlock?.();
    void takeLock(lockOf(this.#take)).then((unlock) => {
      this.#unlock = unlock;
    });
    const part = partOf(this.#take, this.#place);
    const keep = (data: Blob, at: number, milliseconds: number) => {
      const contentType = data.type || format.type;
      writeChunk({ ...part, at, contentType, milliseconds, data }).catch((error) => {
        if (hasEnded()) return;
        console.error(error);
        this.#go({ do: "lose room" });
      });
    };
    this.#recording = new Recording(stream, format, this.limit, {
      part: keep,
      tick: (seconds) => seconds !== this.#seconds && this.#go({ do: "tick", seconds }),
      level: (level) => this.heard?.(level),
      silent: (silent) => this.#go({ do: "hear", silent }),
      end: (sound, why) => this.#recorded(sound, why),
    });
    this.#go({ do: "record", kept: format.parts });
  }

  get #seconds(): number {
    return this.state.phase.is === "recording" ? this.state.phase.seconds : 0;
  }

  #recorded(sound: Blob | null, why: Why): void {
    this.#recording = undefined;
    const before = this.state.sound;
    if (sound && before) this.#forget(before);
    const saving = this.#saving;
    this.#go({ do: "stop", file: sound && fileOf(this.#take, sound), interrupted: why === "interrupted" });
    if (why === "limit") this.#sayLimit();
    this.#unheard = Boolean(sound) && why !== "interrupted" && saving;
    if (sound && why !== "interrupted" && !saving) void this.transcribe(false);
  }

  /** Spec 8: the end with the longest time, and for free accounts what Pro gives. */
  #sayLimit(): void {
    const { pro, proSeconds = 0 } = this.props;
    const words = [this.#text("editor.recorder.limit_text", { n: this.limit })];
    if (!pro && proSeconds > this.limit) words.push(this.#text("editor.recorder.limit_pro", { n: proSeconds }));
    send("app:toast", { title: this.#text("editor.recorder.limit_title"), description: words.join(" ") });
  }

  /** A save ends a recording that runs, and waits a while for its text. */
  #finish(finish: Finish): void {
    if (this.#recording) {
      this.#saving = true;
      finish.wait(
        this.#recording.stop().finally(() => {
          this.#saving = false;
        }),
      );
    } else if (this.state.phase.is === "transcribing") {
      const late = new Promise((done) => setTimeout(done, TRANSCRIPT_WAIT));
      finish.wait(Promise.race([this.#transcriber.done, late]));
    }
  }

  /** The page stays, so that there is time for the text now. */
  #saved(): void {
    if (this.#isUnheard) void this.transcribe(false);
  }

  /** The next page makes no text by itself; the entry's own can. */
  #leave(leaving: Leaving): void {
    const late = this.state.phase.is === "transcribing";
    if (late || this.#isUnheard) leaving.say(this.#text("editor.recorder.saved_without_transcript"));
  }

  get #isUnheard(): boolean {
    const { sound, transcript } = this.state;
    const isWanted = this.props.transcription === "ready" && !isDeclined(this.props);
    return this.#unheard && isWanted && sound !== null && !transcript?.trim();
  }

  /** Whether it is the sound that is there, maybe saved by now. */
  #isStill(sound: Sound | null): boolean {
    const before = this.state.sound;
    if (before?.kind === "new" && sound?.kind === "saved") return isKeptAs(before.file, sound.recording);
    return sameSound(before, sound);
  }

  #forget(sound: Sound): void {
    if (sound.kind === "new") deleteTake(takeOf(sound.file)).catch(console.error);
  }

  #fill(form: FormData): void {
    const { sound, transcript } = this.state;
    form.delete("audio");
    if (sound?.kind === "new") form.set("audio", sound.file, sound.file.name);
    form.set("removeAudio", String(sound?.kind !== "saved"));
    form.set("audioTranscript", transcript ?? "");
  }

  #go(step: Step): void {
    const before = this.state;
    this.state = next(before, step);
    if (this.state === before) return;
    this.#tell();
    const same = this.state.sound === before.sound && this.state.transcript === before.transcript;
    if (step.do === "give" || same) return;
    this.#root.dispatchEvent(new CustomEvent("island-change", { bubbles: true }));
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
    const { phase } = this.state;
    this.#sayState(phase.is === "recording" ? clock(phase.seconds) : undefined);
  }

  /** For the editor's bar, which is in sight when the recorder is not. */
  #sayState(time: RecorderState["time"]): void {
    const detail: RecorderState = { time };
    this.#root.dispatchEvent(new CustomEvent("recorder-state", { bubbles: true, detail }));
  }

  #sure(question: Key, yes: Key): Promise<boolean> {
    return ask(this.#text(question), this.#text(yes), this.#text("app.cancel"));
  }

  #text(key: Key, params?: Record<string, string | number>): string {
    return t(this.texts, key, params);
  }
}

function stop(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
