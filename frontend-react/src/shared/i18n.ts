// Texts come from the server in the page's language; here is only their lookup.
import type de from "../../../domain/locales/de.json";

type Path<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Path<T[K]>}`;
}[keyof T & string];

export type Key = Path<typeof de>;

/** A subtree of the table, by full names. */
export type Texts = Partial<Record<Key, string>>;

/** Texts that count and say something else of one. */
const OF_ONE: Partial<Record<Key, Key>> = {
  "editor.dropzone.many_text": "editor.dropzone.many_text_one",
  "editor.dropzone.first_text": "editor.dropzone.first_text_one",
};

const PLACE = /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g;

/** French counts none like one. */
function isOne(value: string | number): boolean {
  const number = Number(value);
  return number === 1 || (number === 0 && document.documentElement.lang === "fr");
}

/** The text of `key`, filled in. */
export function t(texts: Texts, key: Key, params: Record<string, string | number> = {}): string {
  const text = texts[(params.n === 1 && OF_ONE[key]) || key];
  if (text === undefined) {
    if (import.meta.env.DEV) throw new Error(`text ${key} is missing in the props`);
    return "";
  }
  return fill(text, params);
}

/** The text of `key` with a colon, before which French has a space. */
export function label(texts: Texts, key: Key): string {
  return `${t(texts, key)}${document.documentElement.lang === "fr" ? "\u00a0" : ""}:`;
}

/** `text` with each `{name}` replaced, and each `{n|one|many}` by the form for that number. */
export function fill(text: string, params: Record<string, string | number>): string {
  return text.replace(PLACE, (whole, name: string, one?: string, many?: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return many === undefined ? String(value) : isOne(value) ? (one ?? "") : many;
  });
}

/** Texts from the JSON on the nearest surrounding element. */
export function textsAround(element: Element): Texts {
  return parse(element.closest<HTMLElement>("[data-texts]")?.dataset.texts, {});
}

/** JSON of an attribute; `fallback` if it is missing or broken. */
export function parse<T>(json: string | undefined, fallback: T): T {
  if (!json) return fallback;
  try {
    return JSON.parse(json) as T;
  } catch (error) {
    console.error(error);
    return fallback;
  }
}
