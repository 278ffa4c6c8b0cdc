/** The German texts, as the pages show them. */
import de from "../../domain/locales/de.json" with { type: "json" };

export const texts = de;

/** Fills `{name}` placeholders. */
export function fill(text: string, params: Record<string, string | number>) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(params[name] ?? whole));
}

/** Today in German, as headlines show it: 'Freitag, 20. November'. */
export function today() {
  return new Intl.DateTimeFormat("de-DE", { weekday: "long", day: "numeric", month: "long", timeZone: "Europe/Berlin" }).format();
}
