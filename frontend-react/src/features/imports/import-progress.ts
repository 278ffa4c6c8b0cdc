// How far an import is. The page has the state of when it was made; here it moves on until the step is done, and then the page comes again.
import { call } from "../../shared/auth";
import { fill } from "../../shared/i18n";

/** Milliseconds between two questions. */
export const POLL = 1500;

type Import = { state: string; done: number; report: { days: number } };

/** `<import-progress data-import data-state>` around a line that says how far it is, and a progress bar. */
export class ImportProgress extends HTMLElement {
  #timer: ReturnType<typeof setTimeout> | undefined;

  connectedCallback(): void {
    this.#wait();
  }

  disconnectedCallback(): void {
    clearTimeout(this.#timer);
  }

  #wait(): void {
    this.#timer = setTimeout(() => void this.#ask(), POLL);
  }

  async #ask(): Promise<void> {
    const now = await this.#load();
    if (!this.isConnected) return;
    if (now && now.state !== this.dataset.state) return location.reload();
    if (now) this.#show(now);
    this.#wait();
  }

  /** Nothing if there is no answer: the next question may have one. */
  async #load(): Promise<Import | undefined> {
    try {
      const answer = await call(`/api/imports/${this.dataset.import}`, { quietly: true });
      return answer.ok ? ((await answer.json()) as Import) : undefined;
    } catch {
      return undefined;
    }
  }

  #show({ done, report }: Import): void {
    const { text } = this.dataset;
    const bar = this.querySelector("progress");
    const line = this.querySelector("[role=status]");
    if (!text || !bar || !line) return;
    bar.value = done;
    line.textContent = fill(text, { done, n: report.days });
  }
}

customElements.define("import-progress", ImportProgress);
