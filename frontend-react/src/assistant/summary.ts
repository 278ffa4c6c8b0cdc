// The summary's row in the editor: asks the server, puts what it says into the field, and can take it out again.
import { call } from "../auth";
import type { Editor } from "../features/entry-editor/session";
import { parse } from "../i18n";
import { askConsent, type Consent, consentTo, forgetConsent } from "./consent";
import { markWords } from "./mark";
import { refusal } from "./refusal";

/** Milliseconds that a summary may take; the service behind the server has a minute. */
const LIMIT = 90_000;

type Shown = { summary: string; emojis: string };
type Summary = Shown & { summarySource: string };

export function watchSummary(editor: Editor, signal: AbortSignal): void {
  const row = editor.element.querySelector<HTMLElement>("[data-summary]");
  if (row) new SummaryRow(editor, row).watch(signal);
}

class SummaryRow {
  #editor: Editor;
  #row: HTMLElement;
  #running: AbortController | undefined;
  /** What stood in the fields, and what was put there in its place; gone when somebody types in the summary. */
  #replaced: { before: Summary; made: Shown } | undefined;

  constructor(editor: Editor, row: HTMLElement) {
    this.#editor = editor;
    this.#row = row;
  }

  watch(signal: AbortSignal): void {
    signal.addEventListener(
      "abort",
      this.#editor.store.subscribe(() => this.#show()),
    );
    this.#button?.addEventListener("click", () => void this.#run(), { signal });
    this.#undoButton?.addEventListener("click", () => this.#undo(), { signal });
    signal.addEventListener("abort", () => this.#running?.abort());
    this.#show();
  }

  /** Nothing to sum up, no button; no summary, no source; other words, no way back. */
  #show(): void {
    const button = this.#button;
    if (button) button.disabled = !this.#running && this.#words.every((words) => words.trim() === "");
    const { summary, summarySource } = this.#editor.store.getState().content;
    const mark = this.#row.querySelector<HTMLElement>("[data-summary-mark]");
    if (mark) {
      mark.hidden = summarySource === "";
      mark.textContent = markWords(mark, summarySource);
    }
    if (this.#replaced?.made.summary.trim() !== summary.trim()) this.#replaced = undefined;
    const { before, made } = this.#replaced ?? {};
    const undo = this.#undoButton;
    if (undo) undo.hidden = before === undefined || (before.summary.trim() === "" && before.emojis === made?.emojis);
  }

  async #run(): Promise<void> {
    if (this.#running || !(await this.#allowed())) return;
    this.#running = new AbortController();
    this.#say("");
    this.#busy(true);
    try {
      const answer = await this.#ask(this.#running.signal);
      if (answer.ok) this.#take((await answer.json()) as Summary);
      else await this.#refused(answer);
    } catch {
      if (!this.#running.signal.aborted) this.#say(this.#editor.text("editor.assistant.failed_offline"));
    } finally {
      this.#running = undefined;
      this.#busy(false);
    }
  }

  /** Whether the server may be asked: refused is fine as well, it then sums up by itself. */
  async #allowed(): Promise<boolean> {
    const { provider, consent } = this.#row.dataset;
    if (!provider || consentTo("summary", parse<Consent>(consent, null)) !== null) return true;
    return (await askConsent("summary", provider, this.#editor.texts)) !== null;
  }

  #ask(signal: AbortSignal): Promise<Response> {
    const [text, audioTranscript] = this.#words;
    const body = JSON.stringify({ text, audioTranscript, topMoment: this.#editor.read().topMoment, imageUrls: [] });
    const headers = { "Content-Type": "application/json" };
    return call("/api/generate-summary", { method: "POST", headers, body, signal, limit: LIMIT });
  }

  async #refused(answer: Response): Promise<void> {
    const { code, message, provider, pro } = await refusal(answer, this.#editor.texts, "editor.assistant.failed");
    // It was taken back elsewhere, or the service is another by now: the next press asks anew.
    if (code === "consent_needed") {
      forgetConsent("summary");
      delete this.#row.dataset.consent;
      if (provider) this.#row.dataset.provider = provider;
    }
    this.#say(message, pro);
  }

  /** Of one program's words after another's, the way back leads to what stood there before both. */
  #take(made: Summary): void {
    const { summary, emojis } = this.#shown;
    const before = this.#replaced?.before ?? { summary, summarySource: this.#editor.read().summarySource, emojis };
    this.#put({ ...made, emojis: emojis || made.emojis });
    this.#replaced = { before, made: this.#shown };
    this.#show();
    const description = this.#told(made, !emojis && made.emojis !== "");
    const isLocal = made.summarySource === "local";
    const title = this.#editor.text(isLocal ? "editor.assistant.summarised_local" : "editor.assistant.summarised");
    this.#editor.toast({ title, description, kind: "ok" });
  }

  /** What the field does not show: that the allowed service did not do it, and what else was filled in. */
  #told({ summarySource }: Summary, filledEmojis: boolean): string {
    const { provider, consent } = this.#row.dataset;
    const isAllowed = provider && consentTo("summary", parse<Consent>(consent, null));
    const instead = isAllowed && summarySource === "local";
    return [
      instead && this.#editor.text("editor.assistant.summarised_here", { provider }),
      filledEmojis && this.#editor.text("editor.assistant.summarised_emojis"),
    ]
      .filter(Boolean)
      .join(" ");
  }

  /** Emojis that were chosen since are nobody's to take back. */
  #undo(): void {
    const { emojis } = this.#shown;
    if (!this.#replaced) return;
    const { before, made } = this.#replaced;
    this.#replaced = undefined;
    this.#put({ ...before, emojis: emojis === made.emojis ? before.emojis : emojis });
    this.#editor.fields.field("summary")?.focus();
  }

  #put({ summary, summarySource, emojis }: Summary): void {
    this.#editor.store.dispatch({ type: "edit", fields: { summary, summarySource, emojis } });
  }

  #busy(busy: boolean): void {
    const label = this.#row.querySelector<HTMLElement>("[data-label]");
    if (label) {
      label.textContent = this.#editor.text(busy ? "editor.assistant.summarising" : "editor.assistant.summarise");
    }
    this.#button?.toggleAttribute("data-busy", busy);
    if (busy) this.#button?.setAttribute("aria-disabled", "true");
    else this.#button?.removeAttribute("aria-disabled");
    // What is typed meanwhile would be lost.
    const field = this.#editor.fields.field("summary");
    if (field instanceof HTMLTextAreaElement) field.readOnly = busy;
    this.#show();
  }

  #say(message: string, pro = false): void {
    const line = this.#row.querySelector<HTMLElement>("[data-summary-message]");
    if (line) line.textContent = message;
    const link = this.#row.querySelector<HTMLElement>("[data-summary-pro]");
    if (link) link.hidden = !pro;
  }

  /** What was written and what was said, as the form has it: the recorder may not be there yet, or not show it yet. */
  get #words(): [string, string] {
    const { text, audioTranscript } = this.#editor.read();
    return [text, audioTranscript];
  }

  get #shown(): Shown {
    const { summary, emojis } = this.#editor.read();
    return { summary, emojis };
  }

  get #button(): HTMLButtonElement | null {
    return this.#row.querySelector<HTMLButtonElement>("[data-summarise]");
  }

  get #undoButton(): HTMLButtonElement | null {
    return this.#row.querySelector<HTMLButtonElement>("[data-summary-undo]");
  }
}
