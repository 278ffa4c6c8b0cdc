// From sound to text: asks the person where a service outside would hear it, then the server.
import { askConsent, type Consent, consentTo } from "../../assistant/consent";
import { type Transcription, transcribe } from "../../assistant/transcribe";
import { call } from "../../auth";
import { on } from "../../events";
import { type Texts, t } from "../../i18n";
import { askSignIn } from "../../sign-in";
import type { Note, Sound, Step } from "./machine";

/** What this server can do, and whom it would ask. */
export type Assistance = {
  transcription?: "ready" | "none";
  /** The service's name. */
  provider?: string | null;
  consent?: Consent;
  /** In which form the service wants the sound; null: as it is. */
  convert?: "wav" | null;
};

type Wish = Assistance & {
  userId: string;
  /** The person pressed for it; else it begins by itself. */
  asked: boolean;
};

/** The person said that no service outside may hear them. */
export function isDeclined({ provider, consent = null }: Assistance): boolean {
  return Boolean(provider) && consentTo("transcription", consent) === false;
}

export class Transcriber {
  /** Settles with the run that is going on. */
  done: Promise<unknown> = Promise.resolve();
  #texts: Texts;
  #stop: AbortController | undefined;

  constructor(texts: Texts) {
    this.#texts = texts;
  }

  run(sound: Sound, wish: Wish): Promise<Step> {
    this.#stop = new AbortController();
    const run = this.#run(sound, wish, this.#stop.signal).catch((error): Step => {
      console.error(error);
      const words = [t(this.#texts, "editor.recorder.not_transcribed"), t(this.#texts, "editor.recorder.safe")];
      return failed(words.join(" "), true);
    });
    this.done = run;
    return run;
  }

  stop(): void {
    this.#stop?.abort();
  }

  async #run(sound: Sound, wish: Wish, signal: AbortSignal): Promise<Step> {
    if (wish.transcription !== "ready") return giveUp({ about: "no transcription" });
    const allowed = await this.#allowed(wish);
    if (!allowed) return giveUp(allowed === false ? { about: "declined" } : null);
    const bytes = sound.kind === "new" ? sound.file : await load(sound.recording.url, signal);
    const ask = () => transcribe(bytes, { texts: this.#texts, convert: wish.convert ?? null, signal });
    let answer = await ask();
    // It was taken back on another page, or the service is another by now.
    if (answer.kind === "consent" && (await this.#allowed({ ...wish, ...named(answer), consent: null })))
      answer = await ask();
    if (answer.kind === "signed_out" && (await signedInAgain(wish.userId, signal))) answer = await ask();
    return stepOf(answer);
  }

  /** Null: the question was closed without an answer. Who has said no is asked again only when they want a text now. */
  async #allowed({ provider, consent = null, asked }: Wish): Promise<Consent> {
    const said = consentTo("transcription", consent);
    if (said === true || !provider) return true;
    if (said === false && !asked) return false;
    return askConsent("transcription", provider, this.#texts);
  }
}

/** The service that is to be allowed, where the server says which. */
function named({ provider }: { provider?: string }): Pick<Wish, "provider"> {
  return provider ? { provider } : {};
}

async function load(url: string, signal: AbortSignal): Promise<Blob> {
  const answer = await call(url, { signal, limit: null });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.blob();
}

function stepOf(answer: Transcription): Step {
  switch (answer.kind) {
    case "done":
      return { do: "write", text: answer.transcript };
    case "cancelled":
      return giveUp(null);
    case "consent":
      return giveUp({ about: "declined" });
    case "refused":
      return failed(answer.message, answer.again);
    case "offline":
    case "signed_out":
      return failed(answer.message, true);
  }
}

function giveUp(note: Note | null): Step {
  return { do: "give up", note };
}

function failed(message: string, again: boolean): Step {
  return giveUp({ about: "failed", message, again });
}

/** Opens the sign-in in place; false when somebody else signs in, or the person gives up, or there is no dialog. */
function signedInAgain(userId: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((done) => {
    const settled = new AbortController();
    const settle = (is: boolean) => {
      off();
      settled.abort();
      done(is);
    };
    const off = on("app:signed-in", (person) => settle(person.userId === userId));
    const closed = ({ target }: Event) => {
      // A sign-in closes it first and is told right after.
      if ((target as Element).id === "sign-in") setTimeout(() => settle(false));
    };
    document.addEventListener("close", closed, { capture: true, signal: settled.signal });
    signal.addEventListener("abort", () => settle(false), { once: true });
    askSignIn(() => settle(false));
  });
}
