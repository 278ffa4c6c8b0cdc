import { call } from "../auth";
import { carryToast, send, type Toast } from "../events";
import { go, reload } from "../navigate";
import { ask } from "../ui/ask";
import { json, keepAsSaved, multipart } from "./body";
import { showPassword } from "./password";

/** Milliseconds that an answer may take: the server asks others for some of them; files take their way up. */
const LIMIT = { words: 60_000, files: 120_000 };

type Refused = { code?: string; message?: string };

/**
 * `<api-form>` around a `<form>`: sends it to `/api` and says in words what became of it. The attributes stand in this
 * folder's part of the README.
 */
export class ApiForm extends HTMLElement {
  #ended = new AbortController();
  #sending = false;
  /** Something was changed while the form was on its way. */
  #again = false;

  connectedCallback(): void {
    this.#ended = new AbortController();
    const { signal } = this.#ended;
    this.addEventListener(
      "submit",
      (event) => {
        event.preventDefault();
        void this.#submit((event as SubmitEvent).submitter as HTMLButtonElement | null);
      },
      { signal },
    );
    this.addEventListener(
      "click",
      (event) => {
        const button = (event.target as Element).closest<HTMLElement>("[data-show-password]");
        if (button) showPassword(button);
      },
      { signal },
    );
    if (this.dataset.submitOn === "change") {
      this.addEventListener("change", () => this.#form?.requestSubmit(), { signal });
    }
    // Without this script nothing would answer; the server writes the fields disabled.
    for (const fields of this.querySelectorAll<HTMLFieldSetElement>("fieldset[data-until-ready]")) {
      fields.disabled = false;
    }
    this.toggleAttribute("data-ready", true);
  }

  disconnectedCallback(): void {
    this.#ended.abort();
  }

  get #form(): HTMLFormElement | null {
    return this.querySelector("form");
  }

  async #submit(pressed: HTMLButtonElement | null): Promise<void> {
    const form = this.#form;
    if (!form) return;
    if (this.#sending) {
      this.#again = this.dataset.submitOn === "change";
      return;
    }
    this.#complain("");
    const missing = [...form.querySelectorAll<HTMLInputElement>("[data-required]")].find((f) => !f.value.trim());
    if (missing) return this.#complain(missing.dataset.required ?? "", missing);
    const button = pressed ?? form.querySelector<HTMLButtonElement>("button:not([type=button])");
    this.#sending = true;
    this.#again = false;
    const question = pressed?.dataset.confirm ?? ofChoice(form) ?? this.dataset.confirm;
    if (question && !(await this.#agreed(question, button))) {
      this.#sending = false;
      return form.reset();
    }
    const ready = this.#busy(button);
    let answer: Response | undefined;
    try {
      answer = await this.#send(form, pressed);
    } catch {
      // No answer is no answer, whatever the browser calls it.
    }
    this.#sending = false;
    ready();
    if (answer?.ok) await this.#done(form, answer);
    else await this.#refused(form, answer);
  }

  /** The button says what a yes does. */
  #agreed(question: string, button: HTMLButtonElement | null): Promise<boolean> {
    return ask(question, button?.textContent?.trim() ?? "", this.dataset.cancel ?? "");
  }

  #send(form: HTMLFormElement, pressed: HTMLButtonElement | null): Promise<Response> {
    const { method = "POST", encoding = "json" } = this.dataset;
    const action = pressed?.dataset.action ?? this.dataset.action ?? "";
    if (encoding === "multipart") {
      return call(action, { method, body: multipart(form, pressed), limit: LIMIT.files });
    }
    const body = json(form, pressed);
    if (method === "DELETE" && Object.keys(body).length === 0) return call(action, { method, limit: LIMIT.words });
    const headers = { "Content-Type": "application/json" };
    return call(action, { method, headers, body: JSON.stringify(body), limit: LIMIT.words });
  }

  /** The returned function takes it back. */
  #busy(button: HTMLButtonElement | null): () => void {
    if (!button) return () => {};
    // Only the words: an icon beside them stays.
    const label = button.querySelector<HTMLElement>("[data-label]") ?? button;
    const before = label.textContent;
    button.setAttribute("aria-disabled", "true");
    if (button.dataset.busy) label.textContent = button.dataset.busy;
    return () => {
      button.removeAttribute("aria-disabled");
      label.textContent = before;
    };
  }

  async #done(form: HTMLFormElement, answer: Response): Promise<void> {
    if (this.#again) return form.requestSubmit();
    const typed = new FormData(form);
    keepAsSaved(form);
    this.toggleAttribute("data-saved", true);
    const detail: unknown = await answer.json().catch(() => null);
    const goesOn = this.dispatchEvent(new CustomEvent("api-form:done", { bubbles: true, cancelable: true, detail }));
    if (!goesOn) return;
    const { doneToast, then = "stay" } = this.dataset;
    const done = this.#doneWhen(detail) ?? this.dataset.done;
    const toast: Toast | undefined = done ? { title: done, kind: "ok" } : doneToast && JSON.parse(doneToast);
    if (toast && then !== "stay") carryToast(toast);
    else if (toast) send("app:toast", toast);
    if (then === "reload") reload();
    else if (then !== "stay") go(filled(then, typed));
  }

  /** The words for the state that the answer tells. */
  #doneWhen(detail: unknown): string | undefined {
    const words: Record<string, string> = JSON.parse(this.dataset.doneWhen ?? "{}");
    return words[(detail as { state?: string } | null)?.state ?? ""];
  }

  async #refused(form: HTMLFormElement, answer: Response | undefined): Promise<void> {
    const { code = "", message }: Refused = (await answer?.json().catch(() => null)) ?? {};
    const elsewhere = this.#elsewhere(code);
    if (elsewhere) {
      const saysItself = this.dataset.quietly?.split(" ").includes(code);
      if (!saysItself) carryToast({ title: this.#words(answer, message), kind: "error" });
      return go(filled(elsewhere, new FormData(form)));
    }
    // What was chosen is not what is saved.
    if (this.dataset.submitOn === "change") form.reset();
    const field = code ? form.querySelector<HTMLElement>(`[data-codes~="${CSS.escape(code)}"]`) : null;
    this.#complain(this.#words(answer, message), field);
  }

  /** The page that answers this refusal. */
  #elsewhere(code: string): string | undefined {
    const pairs = (this.dataset.elsewhere ?? "").split(" ").map((pair) => pair.split(/=(.*)/s));
    return code ? pairs.find(([name]) => name === code)?.[1] : undefined;
  }

  /** The server's words, within our own where those have a place for them. */
  #words(answer: Response | undefined, message: string | undefined): string {
    const { failed = "", offline = "" } = this.dataset;
    const words = message || (answer ? "" : offline);
    if (failed.includes("{message}")) return failed.replace("{message}", words).replace(/:\s*$/, ".");
    return words || failed;
  }

  /** Shows `text`, and leads to the field that it is about; none takes both away. */
  #complain(text: string, field?: HTMLElement | null): void {
    for (const wrong of this.querySelectorAll('[aria-invalid="true"]')) wrong.removeAttribute("aria-invalid");
    const message = this.querySelector<HTMLElement>("[data-form-message]");
    if (message) {
      message.textContent = text;
      message.hidden = text === "";
    } else if (text) {
      send("app:toast", { title: text, kind: "error" });
    }
    field?.setAttribute("aria-invalid", "true");
    field?.focus();
    // Not under the phone's bar.
    if (text) message?.scrollIntoView?.({ block: "nearest" });
  }
}

/** The question of what is chosen, once the moment has come from which it is asked. */
function ofChoice(form: HTMLFormElement): string | undefined {
  const { confirm, confirmFrom } = form.querySelector<HTMLElement>("input:checked[data-confirm]")?.dataset ?? {};
  return !confirmFrom || Date.parse(confirmFrom) <= Date.now() ? confirm : undefined;
}

/** An address with what was typed into `{field}` in it. */
function filled(address: string, typed: FormData): string {
  return address.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(typed.get(name) ?? "").trim()));
}
