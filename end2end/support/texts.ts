/** The German texts, as the pages show them. */
import de from "../../domain/locales/de.json" with { type: "json" };

export const texts = de;

/** Fills `{name}` placeholders, and those that choose between one and many: `{n|Tag|Tage}`. */
export function fill(text: string, params: Record<string, string | number>) {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name, one, many) => {
    const value = params[name];
    if (value === undefined) return whole;
    return many === undefined ? String(value) : Number(value) === 1 ? one : many;
  });
}

/** Today in German, as headlines show it: 'Freitag, 20. November'. */
export function today() {
  return new Intl.DateTimeFormat("de-DE", { weekday: "long", day: "numeric", month: "long", timeZone: "Europe/Berlin" }).format();
}
