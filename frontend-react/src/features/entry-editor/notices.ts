import { button, element } from "./elements";

export type Action = { label: string; run: () => void };

/** Notices above the form, with buttons. There is one notice per name. */
export class Notices {
  #section: HTMLElement | null;
  #shown = new Map<string, HTMLElement>();

  constructor(section: HTMLElement | null) {
    this.#section = section;
  }

  show(name: string, text: string, actions: Action[], body?: HTMLElement): void {
    this.remove(name);
    if (!this.#section) return;
    const buttons = actions.map(({ label, run }) => button(label, "button", run));
    const row = element("div", { className: "editor-notice-actions" }, ...buttons);
    const notice = element(
      "div",
      { className: "notice editor-notice" },
      element("p", { text }),
      ...(body ? [body] : []),
      row,
    );
    this.#shown.set(name, notice);
    this.#section.append(notice);
    this.#section.hidden = false;
  }

  remove(name: string): void {
    this.#shown.get(name)?.remove();
    this.#shown.delete(name);
    if (this.#section) this.#section.hidden = this.#shown.size === 0;
  }
}
