// The transcription: asks for consent if an external service would get the recording, then calls the server.

import { call } from "../../../shared/auth";
import { type Texts, t } from "../../../shared/i18n";
import { askSignIn } from "../../../shared/sign-in";
import { askConsent, type Consent, consentTo } from "../../assistant/consent";
import { type Transcription, transcribe } from "../../assistant/transcribe";
import type { Note, Sound } from "./recorder-state";

/** The server's ability to transcribe, and the service that it would use. */
export type Assistance = {
  transcription?: "ready" | "none";
  /** The service's name. */
  provider?: string | null;
  consent?: Consent;
  /** The format that the service needs; null: the recording as it is. */
  convert?: "wav" | null;
};

/** `asked`: the person pressed the button; otherwise the transcription starts by itself. */
type Request = Assistance & { asked: boolean };

/** The text; otherwise why there is none, if there is a reason to show. */
type Result = { text: string } | { note: Note | null };

/** The person has refused consent for the external service. */
export function isDeclined({ provider, consent = null }: Assistance): boolean {
  return Boolean(provider) && consentTo("transcription", consent) === false;
}

export class Transcriber {
  /** Settles with the current run. */
  done: Promise<unknown> | undefined;
  #texts: Texts;
  #stop: AbortController | undefined;

  constructor(texts: Texts) {
    this.#texts = texts;
  }

  run(sound: Sound, request: Request): Promise<Result> {
    this.#stop = new AbortController();
    const run = this.#run(sound, request, this.#stop.signal).catch((error) => {
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

  async #run(sound: Sound, request: Request, signal: AbortSignal): Promise<Result> {
    if (request.transcription !== "ready") return { note: { about: "no transcription" } };
    const allowed = await this.#allowed(request);
    if (!allowed) return { note: allowed === false ? { about: "declined" } : null };
    const bytes = sound.kind === "new" ? sound.file : await load(sound.recording.url, signal);
    const ask = () => transcribe(bytes, { texts: this.#texts, convert: request.convert ?? null, signal });
    let answer = await ask();
    // Consent was withdrawn on another page, or the server uses another service by now.
    if (answer.kind === "consent") {
      const provider = answer.provider ?? request.provider ?? null;
      if (await this.#allowed({ ...request, provider, consent: null })) answer = await ask();
    }
    if (answer.kind === "signed_out") askSignIn();
    return resultOf(answer);
  }

  /** Null: the question was closed without an answer. After a refusal it is asked again only if the person pressed the button. */
  async #allowed({ provider, consent = null, asked }: Request): Promise<Consent> {
    const said = consentTo("transcription", consent);
    if (said === true || !provider) return true;
    if (said === false && !asked) return false;
    return askConsent("transcription", provider, this.#texts);
  }
}

async function load(url: string, signal: AbortSignal): Promise<Blob> {
  const answer = await call(url, { signal, limit: null });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.blob();
}

function resultOf(answer: Transcription): Result {
  switch (answer.kind) {
    case "done":
      return { text: answer.transcript };
    case "cancelled":
      return { note: null };
    case "consent":
      return { note: { about: "declined" } };
    case "refused":
      return failed(answer.message, answer.again, answer.pro);
    case "offline":
    case "signed_out":
      return failed(answer.message, true);
  }
}

function failed(message: string, again: boolean, pro = false): Result {
  return { note: { about: "failed", message, again, ...(pro && { pro }) } };
}
