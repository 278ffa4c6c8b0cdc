import { send } from "../../shared/events";

/**
 * Sends forms marked `data-on-change` at each change, those marked `data-in-place` as they are pressed. The server's answer is the page,
 * whose form takes the old one's place.
 */
export function sendInPlace(): void {
  let sending = Promise.resolve();
  document.addEventListener("change", ({ target }) => {
    const form = (target as Element).closest<HTMLFormElement>("form[data-on-change]");
    if (form) sending = sending.then(() => post(form));
  });
  document.addEventListener("submit", (event) => {
    const form = (event.target as Element).closest<HTMLFormElement>("form[data-in-place]");
    if (!form) return;
    event.preventDefault();
    sending = sending.then(() => post(form, event.submitter));
  });
}

/** While a form with a busy text is on its way, its button says so and sends it no second time. */
export function showBusy(): void {
  document.addEventListener("submit", ({ target, submitter }) => {
    const text = (target as HTMLFormElement).dataset.busy;
    if (!text || !submitter) return;
    const label = submitter.textContent;
    // A disabled button would send nothing.
    setTimeout(() => Object.assign(submitter, { disabled: true, textContent: text }));
    // The browser shows the page again as it was left.
    addEventListener("pageshow", () => Object.assign(submitter, { disabled: false, textContent: label }), {
      once: true,
    });
  });
}

/** As a browser would send it, with the button that was pressed. */
function body(form: HTMLFormElement, pressed?: HTMLElement | null): URLSearchParams {
  const sent = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  if (pressed instanceof HTMLButtonElement && pressed.name) sent.append(pressed.name, pressed.value);
  return sent;
}

async function post(form: HTMLFormElement, pressed?: HTMLElement | null): Promise<void> {
  // Attributes: a field named `id` hides the property.
  const id = form.getAttribute("id") ?? "";
  // An earlier answer has replaced it, and a button of it was the same press again.
  const current = document.getElementById(id) as HTMLFormElement | null;
  if (!current || (pressed && !current.contains(pressed))) return;
  const sent = body(current, pressed);
  let said = current.dataset.noAnswer;
  try {
    const answer = await fetch(current.action, { method: "POST", body: sent, signal: AbortSignal.timeout(60_000) });
    const text = await answer.text();
    const next = answer.status === 401 ? undefined : formOf(text, id);
    if (next) {
      if (`${body(current, pressed)}` === `${sent}`) replace(current, next);
      return;
    }
    if (answer.status === 401) send("app:session-over", {});
    said = answer.status === 401 ? "" : JSON.parse(text).message;
  } catch {
    // No answer is no answer, whatever the browser calls it.
  }
  // A later choice waits and is sent by itself.
  if (`${body(current, pressed)}` !== `${sent}`) return;
  current.reset();
  const status = current.querySelector("[role=status]");
  if (status && said) Object.assign(status, { className: "alert", role: "alert", textContent: said });
}

/** The form alone: the rest of the page is of no use here, and the content policy would complain about its styles. */
function formOf(page: string, id: string): HTMLElement | undefined {
  const form = page.split(/(?=<form[ >])/).find((part) => part.slice(0, part.indexOf(">")).includes(`id="${id}"`));
  if (!form) return undefined;
  const template = document.createElement("template");
  template.innerHTML = form.slice(0, form.indexOf("</form>"));
  return template.content.firstElementChild as HTMLElement;
}

/** The field that has the focus keeps it. */
function replace(form: HTMLElement, next: HTMLElement): void {
  const fields = (of: HTMLElement) => [...of.querySelectorAll<HTMLElement>("input, select, textarea, button")];
  const focused = fields(form).indexOf(document.activeElement as HTMLElement);
  form.replaceWith(next);
  fields(next)[focused]?.focus({ preventScroll: true });
}
