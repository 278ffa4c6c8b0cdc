// What a form sends: JSON with real booleans and numbers, or multipart as a browser would.
import { isPassword } from "./password";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Value = string | number | boolean | null;

/** Trimmed, but for passwords: a space at their end is part of them. */
function text(field: Field): string {
  return isPassword(field) ? field.value : field.value.trim();
}

function fields(form: HTMLFormElement): Field[] {
  const all = [...form.elements].filter((one) => one.matches("input, select, textarea")) as Field[];
  return all.filter((field) => field.name && !field.matches(":disabled") && field.type !== "submit");
}

const isChecked = (field: Field) => (field as HTMLInputElement).checked;

/** By their names; of radios the chosen one, of the buttons the pressed one. */
export function json(form: HTMLFormElement, pressed?: HTMLButtonElement | null): Record<string, Value> {
  const body: Record<string, Value> = {};
  for (const field of fields(form)) {
    if (field.type === "file" || (field.type === "radio" && !isChecked(field))) continue;
    if (field.type === "checkbox") body[field.name] = isChecked(field);
    else if ("number" in field.dataset) body[field.name] = text(field) === "" ? null : Number(text(field));
    else body[field.name] = text(field);
  }
  if (pressed?.name) body[pressed.name] = pressed.value;
  return body;
}

/** A file input without a file sends nothing. */
export function multipart(form: HTMLFormElement, pressed?: HTMLButtonElement | null): FormData {
  const body = new FormData();
  for (const field of fields(form)) {
    if (field.type === "radio" && !isChecked(field)) continue;
    if (field.type === "checkbox") body.append(field.name, String(isChecked(field)));
    else if (field.type !== "file") body.append(field.name, text(field));
    else for (const file of (field as HTMLInputElement).files ?? []) body.append(field.name, file);
  }
  if (pressed?.name) body.append(pressed.name, pressed.value);
  return body;
}

/** What stands in the form now is what is saved: a reset comes back to it. Typed passwords go. */
export function keepAsSaved(form: HTMLFormElement): void {
  for (const field of fields(form)) {
    if (isPassword(field) || field.type === "file") field.value = "";
    else if (field instanceof HTMLSelectElement)
      for (const option of field.options) option.defaultSelected = option.selected;
    else if (field.type === "checkbox" || field.type === "radio")
      (field as HTMLInputElement).defaultChecked = isChecked(field);
    else field.defaultValue = field.value;
  }
}
