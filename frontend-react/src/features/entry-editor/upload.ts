// The strip above the bar during an upload: its progress, a button to cancel, and then a button to retry.
import { type Key, type Texts, t } from "../../i18n";
import { button, element } from "./elements";

const TEXTS = {
  preparing: "editor.upload.preparing",
  sending: "editor.upload.sending",
  waiting: "editor.upload.waiting",
  cancelled: "editor.upload.cancelled",
  lost: "editor.upload.lost",
} satisfies Record<string, Key>;

export class Upload {
  #strip: HTMLElement | null;
  #texts: Texts;
  #words = element("p", { className: "editor-upload-words" });
  #bar = element("progress", { className: "editor-upload-bar" });
  #stop: HTMLButtonElement;
  #again: HTMLButtonElement;
  #running: AbortController | undefined;
  #retry = () => {};

  constructor(strip: HTMLElement | null, texts: Texts) {
    this.#strip = strip;
    this.#texts = texts;
    this.#words.role = "status";
    this.#stop = button(t(texts, "editor.upload.cancel"), "button", () => this.#running?.abort());
    this.#again = button(t(texts, "editor.upload.retry"), "button", () => this.#retry());
    // Ignores the second half of a double click on the button that was there before.
    this.#again.addEventListener("click", (event) => event.detail > 1 && event.stopImmediatePropagation(), true);
    strip?.replaceChildren(this.#words, this.#bar, this.#stop, this.#again);
  }

  /** The returned signal aborts when the cancel button is pressed. */
  begin(what: "preparing" | "sending"): AbortSignal {
    this.#running = new AbortController();
    this.#show(this.#bar, this.#stop);
    this.#bar.removeAttribute("value");
    this.#say(what);
    return this.#running.signal;
  }

  /** `part` is done, from 0 to 1. */
  progress(part: number): void {
    this.#bar.value = part;
    if (part === 1) this.#say("waiting");
  }

  end(): undefined {
    this.#running = undefined;
    this.#show();
  }

  /** The upload did not finish. */
  stopped(why: "cancelled" | "lost", retry: () => void): void {
    this.#running = undefined;
    this.#retry = retry;
    this.#show(this.#again);
    this.#say(why);
  }

  #say(what: keyof typeof TEXTS): void {
    const words = t(this.#texts, TEXTS[what]);
    if (this.#words.textContent !== words) this.#words.textContent = words;
    this.#bar.ariaLabel = words;
  }

  /** If the focused button disappears, the focus moves to the next one, or to the save button. */
  #show(...parts: HTMLElement[]): void {
    if (!this.#strip) return;
    const hadFocus = this.#strip.contains(document.activeElement);
    this.#strip.hidden = parts.length === 0;
    for (const part of [this.#bar, this.#stop, this.#again]) part.hidden = !parts.includes(part);
    const next = parts.at(-1) ?? this.#strip.closest("form")?.querySelector<HTMLElement>("[data-save]");
    if (hadFocus) next?.focus();
  }
}
