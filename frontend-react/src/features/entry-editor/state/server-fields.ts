// The text fields and radio buttons that the server wrote. They stay where they are, so that nobody who types is interrupted:
// what is typed goes into the state, and what the state gets from elsewhere is written into them.
import type { Visibility } from "../../../shared/domain";
import type { Content } from "./content";
import { newLines } from "./counter";
import type { EntryStore } from "./entryReducer";

export type TextName = "text" | "summary" | "topMoment";

const TEXTS: TextName[] = ["text", "summary", "topMoment"];

export type ServerFields = {
  /** Takes over what was typed without an event, for example before the script came. */
  sync: () => void;
  field: (name: TextName) => HTMLTextAreaElement | HTMLInputElement | null;
};

export function bindFields(form: HTMLFormElement, store: EntryStore, signal: AbortSignal): ServerFields {
  const field = (name: TextName) =>
    form.querySelector<HTMLTextAreaElement | HTMLInputElement>(`textarea[name="${name}"], input[name="${name}"]`);
  const texts = TEXTS.flatMap((name) => ({ name, field: field(name) }));
  const radios = [...form.querySelectorAll<HTMLInputElement>('input[type="radio"][name="visibility"]')];

  const sync = () => {
    const { content } = store.getState();
    const fields: Partial<Content> = {};
    for (const { name, field } of texts) {
      if (field && newLines(field.value) !== content[name]) fields[name] = newLines(field.value);
    }
    const chosen = radios.find(({ checked }) => checked)?.value as Visibility | undefined;
    if (chosen && chosen !== content.visibility) fields.visibility = chosen;
    if (Object.keys(fields).length > 0) store.dispatch({ type: "edit", fields });
  };
  let last = store.getState().content;
  const write = () => {
    const before = last;
    last = store.getState().content;
    for (const { name, field } of texts) {
      const isOther = last[name] !== before[name] && field && newLines(field.value) !== last[name];
      if (isOther) field.value = last[name];
    }
    if (last.visibility === before.visibility) return;
    for (const radio of radios) radio.checked = radio.value === last.visibility;
  };

  const own: EventTarget[] = [...texts.map(({ field }) => field), ...radios].filter((one) => one !== null);
  for (const name of ["input", "change"]) {
    form.addEventListener(name, ({ target }) => target && own.includes(target) && sync(), { signal });
  }
  sync();
  signal.addEventListener("abort", store.subscribe(write));
  return { sync, field };
}
