import { carryToast, send } from "../../shared/events";
import { go, reload } from "../../shared/navigate";
import { type Answer, addressOf, ask, fieldsOf, formOf, partsOf } from "./answer";
import { isTyped, say, sayAs, sentence, signInLink, TYPED, unsay, withKept } from "./status";

const TYPED_OR_FILE = `${TYPED}, input[type=file]`;

/** Starts what runs inside a form that an answer put in the place of another one. */
type Start = (form: HTMLElement) => unknown;

/**
 * Sends every post form of the page without leaving it, and shows the result in the form beside the typed values.
 * Without this script the browser sends the forms, and the server answers with the same pages.
 */
export function sendForms(start: Start = () => {}): void {
  addEventListener("load", () => {
    history.scrollRestoration = "auto";
    // A form may be higher than the screen, and its answer stands at its end.
    document.querySelector(".form-status:not(:empty, .visually-hidden)")?.scrollIntoView({ block: "nearest" });
  });
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || !isOurs(form)) return;
    event.preventDefault();
    if (form.matches("[data-in-place], [data-on-change]")) sendInPlace(form, event.submitter);
    else void sendForm(form, event.submitter, start);
  });
  document.addEventListener("change", ({ target }) => {
    const form = (target as Element).closest<HTMLFormElement>("form[data-on-change]");
    if (form?.checkValidity()) sendInPlace(form);
    // A time of which only the hour was typed is none yet. It must not keep another change of its form back unnoticed.
    else if ((target as HTMLInputElement).validity?.valid) form?.reportValidity();
  });
  addEventListener("pagehide", sendWaiting);
}

/** Whether the form posts to our origin, read from its attributes, since a field can hide a property of the same name. */
function isOurs(form: HTMLFormElement): boolean {
  const isPost = form.getAttribute("method")?.toLowerCase() === "post";
  return isPost && addressOf(form).origin === location.origin;
}

const underWay = new WeakSet<HTMLFormElement>();

async function sendForm(form: HTMLFormElement, pressed: HTMLElement | null, start: Start): Promise<void> {
  if (underWay.has(form)) return;
  underWay.add(form);
  const fields = fieldsOf(form, pressed);
  const release = showBusy(form, pressed);
  unsay(form);
  const answer = await ask(form, fields);
  // A listener may keep the page.
  if (answer.kind === "leads" && !form.dispatchEvent(doneEvent(answer.to))) return release();
  // Busy until the next page is there. The browser may show this one again as it was left.
  if (answer.kind === "leads") {
    addEventListener("pageshow", release, { once: true });
    return follow(form, answer.to);
  }
  release();
  closeQuestion(pressed);
  if (answer.kind === "refused" && answer.isGone && !isTyped(form)) {
    // The page has changed, too.
    carryToast({ title: answer.message, kind: "error" });
    reload();
  } else if (answer.kind === "refused") say(form, answer.message);
  else if (answer.kind === "form") await showAnswered(form, answer, start);
  else if (answer.kind === "failed" && answer.isOurs) say(form, sentence(form, answer.message));
  else if (answer.kind === "failed") say(form, withKept(form, sentence(form, answer.message)));
  else if (document.querySelector("#sign-in[data-again]") || !isTyped(form)) send("app:session-over", {});
  else say(form, answer.message, signInLink());
}

/** Closes the question that was answered with yes; in browsers without `command` it is a popover. */
function closeQuestion(pressed: HTMLElement | null): void {
  const question = pressed?.closest<HTMLDialogElement>("dialog.question");
  if (question?.open) question.close();
  else question?.hidePopover?.();
}

/** The form is done; the detail is where it leads. */
const doneEvent = (to: string) =>
  new CustomEvent<string>("app:form-done", { bubbles: true, cancelable: true, detail: to });

/** Shows on the button that the form is being sent, and prevents a second press. */
function showBusy(form: HTMLFormElement, pressed: HTMLElement | null): () => void {
  const { busy } = form.dataset;
  const label = [...(pressed?.childNodes ?? [])];
  pressed?.setAttribute("aria-disabled", "true");
  if (busy) pressed?.replaceChildren(busy);
  return () => {
    underWay.delete(form);
    pressed?.removeAttribute("aria-disabled");
    if (busy) pressed?.replaceChildren(...label);
  };
}

/** Shows the page at `to`. This page's own address takes no new place in the history. */
function follow(form: HTMLFormElement, to: string): void {
  const url = new URL(to, location.href);
  if (url.origin + url.pathname + url.search !== location.origin + location.pathname + location.search) {
    go(url.href);
    return;
  }
  // A browser that restores fields when it reloads has nothing to restore.
  form.reset();
  // The address has the anchor of the form's answer.
  history.scrollRestoration = "manual";
  history.replaceState(history.state, "", url);
  reload();
}

type Answered = Extract<Answer, { kind: "form" }>;

/** Shows the answered form, with the focus at its error. */
async function showAnswered(form: HTMLFormElement, { form: next, message }: Answered, start: Start): Promise<void> {
  put(form, next, message);
  await start(next);
  keepTyped(form, next);
  const wrong = next.querySelectorAll<HTMLElement>("[aria-invalid=true], [autofocus]");
  const target =
    [...wrong].find((element) => !element.closest(".question")) ??
    next.querySelector<HTMLElement>("[role=alert], h1") ??
    next.querySelector<HTMLElement>("button");
  if (target?.matches("p, h1")) target.tabIndex = -1;
  target?.focus();
}

/** Replaces the form, and adds the message if the new form does not show it itself. */
function put(form: HTMLElement, next: HTMLElement, message?: string): void {
  form.replaceWith(next);
  const isSaid = next.querySelector("[role=alert], [aria-invalid=true]") !== null;
  if (message !== undefined && !isSaid) say(next, message);
}

/** Copies what has been typed and chosen by now. A wrong file, or the wrong password of an account, is entered anew; a new password is mended. */
function keepTyped(form: HTMLElement, next: HTMLElement): void {
  for (const before of form.querySelectorAll<HTMLInputElement>(TYPED_OR_FILE)) {
    const now = [...next.querySelectorAll<HTMLInputElement>(TYPED_OR_FILE)].find(({ id }) => id && id === before.id);
    const isEnteredAnew = before.matches("[type=file], [autocomplete=current-password]");
    if (!now || (isEnteredAnew && now.getAttribute("aria-invalid") === "true")) continue;
    if (before.type !== "file") {
      now.value = before.value;
      now.dispatchEvent(new Event("input", { bubbles: true }));
    } else if (before.files?.length) {
      now.files = before.files;
      now.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }
}

let sending = Promise.resolve();

/** Ids of the forms with a change that waits for its turn. */
const waiting = new Set<string>();

/**
 * Sends one change after the other. The form of the page that the answer redirects to replaces the old one, and the
 * rest of the page stays.
 */
function sendInPlace(form: HTMLFormElement, pressed?: HTMLElement | null): void {
  const id = form.getAttribute("id") ?? "";
  // A waiting form is sent with the values that it has by then.
  if (!pressed && waiting.has(id)) return;
  if (!pressed) waiting.add(id);
  sending = sending.then(() => {
    if (!pressed) waiting.delete(id);
    return post(form, pressed);
  });
}

/** Sends the waiting changes when the page is left. */
function sendWaiting(): void {
  for (const id of waiting) {
    const form = document.getElementById(id) as HTMLFormElement | null;
    if (form?.checkValidity()) void ask(form, fieldsOf(form), true);
  }
}

async function post(form: HTMLFormElement, pressed?: HTMLElement | null): Promise<void> {
  const id = form.getAttribute("id") ?? "";
  // An earlier answer has replaced it, and a button of it was the same press again.
  const current = document.getElementById(id) as HTMLFormElement | null;
  if (!current || (pressed && !current.contains(pressed))) return;
  const sent = fieldsOf(current, pressed);
  const isSame = () => text(fieldsOf(current, pressed)) === text(sent);
  const answer = await ask(current, sent, true);
  const page = answer.kind === "leads" ? await pageAt(answer.to) : undefined;
  const next = answer.kind === "form" ? answer.form : page && formOf(page, id);
  if (page) showSet(page);
  if (answer.kind === "signed_out") send("app:session-over", {});
  // A later choice waits and is sent by itself.
  if (!isSame()) return;
  if (next) return replace(current, next, "message" in answer ? answer.message : undefined);
  // The page already shows the saved value.
  if (answer.kind === "leads") return;
  showSaved(current);
  if (answer.kind === "failed" || answer.kind === "refused") say(current, answer.message);
}

/** Resets the choices to the saved ones. Typed text stays. */
function showSaved(form: HTMLFormElement): void {
  const typed = [...form.querySelectorAll<HTMLInputElement>(TYPED)].map((field) => ({ field, value: field.value }));
  form.reset();
  for (const { field, value } of typed) field.value = value;
}

async function pageAt(address: string): Promise<string | undefined> {
  const answer = await fetch(address).catch(() => undefined);
  return answer?.text();
}

/** Updates the settings shown beside their names. */
function showSet(page: string): void {
  for (const next of partsOf(page, "data-set")) document.getElementById(next.id)?.replaceWith(next);
}

const text = (fields: FormData) => `${new URLSearchParams(fields as unknown as Record<string, string>)}`;

/** Replaces the form. The focused field keeps the focus and what is typed into it. */
function replace(form: HTMLElement, next: HTMLElement, message?: string): void {
  const fields = (of: HTMLElement) => [...of.querySelectorAll<HTMLInputElement>("input, select, textarea, button")];
  const focused = fields(form).indexOf(document.activeElement as HTMLInputElement);
  if (focused >= 0 && document.activeElement?.matches(TYPED)) {
    sayAs(form, next, message);
    fields(form).forEach((field, at) => {
      field.defaultValue = fields(next)[at]?.defaultValue ?? "";
      field.defaultChecked = fields(next)[at]?.defaultChecked ?? false;
    });
    return;
  }
  put(form, next, message);
  fields(next)[focused]?.focus({ preventScroll: true });
}
