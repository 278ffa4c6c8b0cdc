// One recording from the microphone to its last byte.
import { type Format, formatOf } from "./format";
import { measure } from "./meter";
import type { MicrophoneTrouble } from "./recorder-state";

/** Enough for speech: three minutes take one and a half megabytes. */
const BITS_PER_SECOND = 64_000;

/** Milliseconds between two chunks, which is the most that a killed page loses. */
const CHUNK = 1000;

const TICK = 250;

export type Why = "stopped" | "limit" | "interrupted";

export type Listeners = {
  /** All parts in a row are the recording; `milliseconds` is its length up to the end of this one. */
  part(data: Blob, at: number, milliseconds: number): void;
  tick(seconds: number): void;
  level(level: number): void;
  silent(is: boolean): void;
  /** Called once, after the last part. */
  end(sound: Blob | null, why: Why): void;
};

const TROUBLE: Record<string, MicrophoneTrouble> = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  NotFoundError: "missing",
  OverconstrainedError: "missing",
  NotReadableError: "busy",
  AbortError: "busy",
};

export function recordingFormat(): Format {
  return formatOf((type) => MediaRecorder.isTypeSupported(type), navigator.vendor);
}

/** Asks for the microphone. Returns its stream, or why there is none. */
export async function openMicrophone(): Promise<MediaStream | MicrophoneTrouble> {
  if (typeof MediaRecorder === "undefined" || !navigator.mediaDevices?.getUserMedia) return "unsupported";
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: true });
  } catch (error) {
    return TROUBLE[(error as Error).name] ?? "failed";
  }
}

export class Recording {
  readonly contentType: string;
  #recorder: MediaRecorder;
  #listeners: Listeners;
  #started = performance.now();
  #parts: Blob[] = [];
  #why: Why = "interrupted";
  #ended: Promise<void>;
  #tidy: (() => void)[] = [];

  /** Starts at once and stops by itself after `seconds`. */
  constructor(stream: MediaStream, format: Format, seconds: number, listeners: Listeners) {
    this.#listeners = listeners;
    const type = format.type ? { mimeType: format.type } : {};
    this.#recorder = new MediaRecorder(stream, { ...type, audioBitsPerSecond: BITS_PER_SECOND });
    this.#recorder.ondataavailable = ({ data }) => this.#took(data, seconds);
    this.#ended = new Promise((done) => {
      this.#recorder.onstop = () => {
        this.#end(stream);
        done();
      };
    });
    if (format.parts) this.#recorder.start(CHUNK);
    else this.#recorder.start();
    this.contentType = this.#recorder.mimeType || format.type;
    this.#watch(stream, seconds, format.parts);
  }

  /** Resolves after `end` was called. */
  stop(why: Why = "stopped"): Promise<void> {
    if (this.#recorder.state !== "inactive") {
      this.#why = why;
      this.#recorder.stop();
    }
    return this.#ended;
  }

  get #milliseconds(): number {
    return performance.now() - this.#started;
  }

  #took(data: Blob, limit: number): void {
    if (data.size > 0) {
      this.#listeners.part(data, this.#parts.length, Math.round(this.#milliseconds));
      this.#parts.push(data);
    }
    // Browsers delay timers while the page is hidden, but not the parts.
    if (this.#milliseconds >= limit * 1000) void this.stop("limit");
  }

  #watch(stream: MediaStream, seconds: number, parts: boolean): void {
    const limit = setTimeout(() => void this.stop("limit"), seconds * 1000);
    const tick = setInterval(() => this.#listeners.tick(Math.floor(this.#milliseconds / 1000)), TICK);
    // Gets the part so far while the page still runs.
    const hidden = () => {
      const asks = parts && document.visibilityState === "hidden" && this.#recorder.state === "recording";
      if (asks) this.#recorder.requestData();
    };
    const leave = () => void this.stop("interrupted");
    const ended = new AbortController();
    document.addEventListener("visibilitychange", hidden, { signal: ended.signal });
    window.addEventListener("pagehide", leave, { signal: ended.signal });
    for (const track of stream.getAudioTracks()) {
      track.onended = leave;
      // Locking a phone mutes the track without ending it.
      track.onmute = () => document.visibilityState === "hidden" && leave();
    }
    this.#tidy = [
      () => clearTimeout(limit),
      () => clearInterval(tick),
      () => ended.abort(),
      measure(stream, this.#listeners.level, this.#listeners.silent),
      stayAwake(),
    ];
  }

  #end(stream: MediaStream): void {
    for (const tidy of this.#tidy) tidy();
    for (const track of stream.getTracks()) {
      track.onended = null;
      track.onmute = null;
      track.stop();
    }
    const sound = this.#parts.length > 0 ? new Blob(this.#parts, { type: this.contentType }) : null;
    this.#listeners.end(sound, this.#why);
  }
}

/** Keeps the screen on, where the browser can, until the returned function is called. */
function stayAwake(): () => void {
  let held: WakeLockSentinel | undefined;
  let ended = false;
  const ask = async () => {
    if (document.visibilityState !== "visible") return;
    try {
      const lock = await navigator.wakeLock?.request("screen");
      if (ended) await lock?.release();
      else held = lock;
    } catch {
      // The browser refuses on a low battery; the recording goes on without the lock.
    }
  };
  // The browser releases the lock whenever the page is hidden.
  document.addEventListener("visibilitychange", ask);
  void ask();
  return () => {
    ended = true;
    document.removeEventListener("visibilitychange", ask);
    held?.release().catch(() => undefined);
  };
}
