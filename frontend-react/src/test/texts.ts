import de from "../../../domain/locales/de.json";
import type { Texts } from "../shared/i18n";

/** The German table as the server gives it: by full names. */
export const texts: Texts = flat(de, "");

export { de };

function flat(table: object, prefix: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, value]) =>
      typeof value === "string" ? [[prefix + name, value]] : Object.entries(flat(value, `${prefix}${name}.`)),
    ),
  );
}
