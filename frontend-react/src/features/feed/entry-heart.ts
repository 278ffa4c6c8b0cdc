import { call } from "../../shared/auth";
import { send } from "../../shared/events";

/**
 * `<entry-heart>` around the heart of a card. A press shows its result at once. If it cannot be saved, the heart goes
 * back, and the list says so. The last of several presses counts.
 */
export class EntryHeart extends HTMLElement {
  #saved = false;
  #wanted = false;
  #saving = false;

  connectedCallback(): void {
    const button = this.#button;
    if (!button) return;
    this.#saved = button.getAttribute("aria-pressed") === "true";
    this.#wanted = this.#saved;
    button.onclick = (event) => {
      // The button's form is for browsers without this script.
      event.preventDefault();
      this.#show(!this.#wanted);
      if (!this.#saving) void this.#keep();
    };
  }

  get #button(): HTMLButtonElement | null {
    return this.querySelector("button");
  }

  #show(wanted: boolean): void {
    this.#wanted = wanted;
    this.#button?.setAttribute("aria-pressed", String(wanted));
  }

  async #keep(): Promise<void> {
    this.#saving = true;
    while (this.#wanted !== this.#saved) {
      const wanted = this.#wanted;
      const refused = await this.#save(wanted);
      if (refused === undefined) {
        this.#saved = wanted;
        continue;
      }
      this.#show(this.#saved);
      send("app:toast", { title: refused, kind: "error" });
    }
    this.#saving = false;
  }

  /** Why not, in words. */
  async #save(isFavorite: boolean): Promise<string | undefined> {
    const entry = this.#button?.value;
    const said = this.closest<HTMLElement>("[data-heart-failed]")?.dataset;
    const { heartFailed: failed = "", heartUnanswered: unanswered = "" } = said ?? {};
    try {
      const headers = { "Content-Type": "application/json" };
      const body = JSON.stringify({ isFavorite });
      const answer = await call(`/api/entries/${entry}/favorite`, { method: "PUT", headers, body, limit: 60_000 });
      if (answer.ok) return undefined;
      const { message }: { message?: string } = await answer.json().catch(() => ({}));
      return message ?? failed;
    } catch {
      return unanswered;
    }
  }
}

customElements.define("entry-heart", EntryHeart);
