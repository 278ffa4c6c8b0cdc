// The result of a form, shown in its own place.
import { send } from "../../shared/events";
import { t } from "../../shared/i18n";
import { element } from "../../shared/ui/elements";
import { formTexts } from "./answer";

/** Marks a status element that this script has added. */
const ADDED = "form-answer";

export const TYPED = "textarea, input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=submit])";

/** The form's own sentence for a failure, with `message` in it. */
export function sentence({ dataset: { failed } }: HTMLFormElement, message: string): string {
  return failed?.replace("{message}", () => message) ?? message;
}

/** Whether a field has text that somebody may have typed. */
export const isTyped = (form: HTMLElement): boolean =>
  [...form.querySelectorAll<HTMLInputElement>(TYPED)].some(({ value }) => value !== "");

/** The message, with a note that typed text is not lost. */
export function withKept(form: HTMLFormElement, message: string): string {
  return isTyped(form) ? `${message} ${t(formTexts(), "form.answer.kept")}` : message;
}

/** Says why a form failed. A form without a place for it gets one at its end. */
export function say(form: HTMLElement, message: string, link?: HTMLElement): void {
  // A hidden form, whose buttons stand elsewhere, shows a toast instead.
  if (form.hidden) {
    send("app:toast", { title: message, kind: "error" });
    return;
  }
  const place = placeIn(form) ?? form.appendChild(element("p", { className: ADDED }));
  place.classList.remove("form-status", "visually-hidden");
  place.classList.add("alert");
  place.setAttribute("role", "alert");
  place.replaceChildren(message, ...(link ? [" ", link] : []));
}

/** Says what the answered form says, without touching the fields. */
export function sayAs(form: HTMLElement, answered: HTMLElement, message?: string): void {
  const [place, next] = [placeIn(form), placeIn(answered)];
  if (message !== undefined) say(form, message);
  else if (next) place?.replaceWith(next);
}

/** Takes away what an earlier answer said. */
export function unsay(form: HTMLElement): void {
  const place = placeIn(form);
  if (place?.matches(`.${ADDED}`)) place.remove();
  if (!place?.matches(".alert")) return;
  place.className = "form-status";
  place.setAttribute("role", "status");
  place.replaceChildren();
}

const placeIn = (form: HTMLElement) => form.querySelector<HTMLElement>(".form-status, .alert");

/** A link to the sign-in in a new tab, so that this page keeps what was typed. */
export function signInLink(): HTMLElement {
  const link = element("a");
  link.href = `/api/login?next=${encodeURIComponent(location.pathname + location.search)}`;
  link.target = "_blank";
  link.textContent = t(formTexts(), "form.answer.sign_in");
  return link;
}
