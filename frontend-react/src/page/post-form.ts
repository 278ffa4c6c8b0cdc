import { send } from "../events";

/** Sends forms marked `data-on-change` at each change. The server's answer is the page, whose form takes the old one's place. */
export function sendChanges(): void {
  let sending = Promise.resolve();
  document.addEventListener("change", ({ target }) => {
    const form = (target as Element).closest<HTMLFormElement>("form[data-on-change]");
    if (form) sending = sending.then(() => post(form));
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

const body = (form: HTMLFormElement) => new URLSearchParams(new FormData(form) as unknown as Record<string, string>);

async function post(form: HTMLFormElement): Promise<void> {
  // An earlier answer has replaced it.
  const current = document.getElementById(form.id) as HTMLFormElement | null;
  if (!current) return;
  const sent = body(current);
  let said = current.dataset.noAnswer;
  try {
    const answer = await fetch(current.action, { method: "POST", body: sent, signal: AbortSignal.timeout(60_000) });
    const text = await answer.text();
    const next = answer.status === 401 ? undefined : formOf(text, current.id);
    if (next) {
      if (`${body(current)}` === `${sent}`) replace(current, next);
      return;
    }
    if (answer.status === 401) send("app:session-over", {});
    said = answer.status === 401 ? "" : JSON.parse(text).message;
  } catch {
    // No answer is no answer, whatever the browser calls it.
  }
  // A later choice waits and is sent by itself.
  if (`${body(current)}` !== `${sent}`) return;
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
