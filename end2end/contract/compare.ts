/** The compared parts of an answer: status, error code, names and types of the fields. */
import type { Answer, Json } from "./providers.ts";

export interface Shape {
  status: number;
  code: string;
  fields: string[];
}

export interface Difference {
  step: string;
  what: keyof Shape;
  ours: string;
  emulator: string;
}

export function shape({ status, body }: Answer): Shape {
  const error = body.error as { message?: string } | undefined;
  const fields = new Set<string>();
  collect(body, "", fields);
  // The text after the code is meant for people.
  return { status, code: error?.message?.split(" : ")[0] ?? "", fields: [...fields].sort() };
}

/** `users[].email: string`; null counts as absent. */
function collect(value: Json, path: string, into: Set<string>) {
  if (value === null) return;
  if (Array.isArray(value)) {
    for (const element of value) collect(element, `${path}[]`, into);
  } else if (typeof value === "object") {
    for (const [name, inner] of Object.entries(value)) collect(inner, path ? `${path}.${name}` : name, into);
  } else {
    into.add(`${path}: ${typeof value}`);
  }
}

export function compare(step: string, ours: Shape, emulator: Shape): Difference[] {
  const found: Difference[] = [];
  for (const what of ["status", "code"] as const) {
    if (ours[what] !== emulator[what]) {
      found.push({ step, what, ours: String(ours[what]), emulator: String(emulator[what]) });
    }
  }
  const without = (fields: string[], others: string[]) => fields.filter((field) => !others.includes(field)).join(", ");
  const [more, less] = [without(ours.fields, emulator.fields), without(emulator.fields, ours.fields)];
  if (more || less) found.push({ step, what: "fields", ours: more, emulator: less });
  return found;
}
