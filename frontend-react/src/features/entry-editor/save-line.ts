import { type Key, type Texts, t } from "../../i18n";

const TEXTS = {
  local: "editor.save_line.local",
  saved: "editor.save_line.saved",
  saving: "editor.save_line.saving",
  failed: "editor.save_line.failed",
  queued: "editor.save_line.queued",
  unclear: "editor.save_line.unclear",
  stuck: "editor.save_line.stuck",
  words_only: "editor.save_line.words_only",
  full: "editor.save_line.full",
  no_storage: "editor.save_line.no_storage",
} satisfies Record<string, Key>;

export type SaveState = keyof typeof TEXTS;

/** The line that says where the text is stored. Screen readers speak it, so it changes only when the state changes. */
export class SaveLine {
  #line: HTMLElement | null;
  #texts: Texts;
  /** The text for a form that equals the saved entry. */
  #rest: string;

  constructor(line: HTMLElement | null, texts: Texts, isNew: boolean) {
    this.#line = line;
    this.#texts = texts;
    this.#rest = line?.textContent?.trim() || (isNew ? t(texts, "editor.save_line.empty") : "");
    this.rest();
  }

  say(state: SaveState): void {
    const words = t(this.#texts, TEXTS[state], { time: clock(new Date()) });
    if (state === "saved") this.#rest = words;
    this.#put(words, state);
  }

  /** The form equals an entry that was saved at `at`. */
  settle(at: number): void {
    this.#rest = t(this.#texts, TEXTS.saved, { time: moment(at) });
  }

  rest(): void {
    this.#put(this.#rest, "rest");
  }

  #put(words: string, state: string): void {
    if (!this.#line) return;
    this.#line.dataset.state = state;
    if (this.#line.textContent !== words) this.#line.textContent = words;
  }
}

/** '22:14' */
export function clock(at: Date): string {
  return at.toLocaleTimeString("de-DE", { hour: "2-digit", minute: "2-digit" });
}

/** '22:14' for today, otherwise with the day. */
export function moment(milliseconds: number): string {
  const at = new Date(milliseconds);
  return at.toDateString() === new Date().toDateString() ? clock(at) : dayAndTime(milliseconds);
}

/** '19. November, 22:14'. Dates are German in every language (spec 9). */
export function dayAndTime(milliseconds: number): string {
  const at = new Date(milliseconds);
  return `${at.toLocaleDateString("de-DE", { day: "numeric", month: "long" })}, ${clock(at)}`;
}

/** '19. November 2026' for a day as the server writes it. */
export function dayName(date: string): string {
  const at = new Date(`${date}T12:00:00`);
  if (Number.isNaN(at.getTime())) return date;
  return at.toLocaleDateString("de-DE", { day: "numeric", month: "long", year: "numeric" });
}
