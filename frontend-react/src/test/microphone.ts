import { vi } from "vitest";

/** A microphone and a MediaRecorder for one test. */
export function fakeMicrophone({ vendor = "Google Inc." } = {}) {
  // jsdom says that it is Safari.
  Object.defineProperty(navigator, "vendor", { value: vendor, configurable: true });
  const track = { onended: null as null | (() => void), onmute: null as null | (() => void), stop: vi.fn() };
  const stream = { getTracks: () => [track], getAudioTracks: () => [track] };
  const recorders: FakeRecorder[] = [];

  class FakeRecorder {
    static isTypeSupported = (type: string) => type.startsWith("audio/webm");
    state = "inactive";
    mimeType: string;
    timeslice: number | undefined;
    ondataavailable: ((event: { data: Blob }) => void) | null = null;
    onstop: (() => void) | null = null;
    requestData = vi.fn();

    constructor(_: unknown, { mimeType = "audio/webm" }: { mimeType?: string }) {
      this.mimeType = mimeType;
      recorders.push(this);
    }
    start(timeslice?: number) {
      this.state = "recording";
      this.timeslice = timeslice;
    }
    /** The browser has a part ready. */
    give(sound: string) {
      this.ondataavailable?.({ data: new Blob([sound], { type: this.mimeType }) });
    }
    stop() {
      this.state = "inactive";
      queueMicrotask(() => {
        this.give("!");
        this.onstop?.();
      });
    }
  }

  vi.stubGlobal("MediaRecorder", FakeRecorder);
  const getUserMedia = vi.fn(async (): Promise<unknown> => stream);
  Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia }, configurable: true });
  return {
    getUserMedia,
    track,
    /** The recorder of the newest recording. */
    get recorder(): FakeRecorder {
      const last = recorders.at(-1);
      if (!last) throw new Error("nothing was recorded");
      return last;
    },
    /** Ends the track, and with it the recording. */
    unplug() {
      track.onended?.();
    },
  };
}
