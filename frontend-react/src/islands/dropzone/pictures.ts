import { type Picture, sameFile } from "../../editor/content";

/** Saved pictures stand before new ones: in this order they are sent, and `main` counts both. */
export type Pictures = { saved: Picture[]; files: File[]; main: number };

export type Change =
  | { do: "add"; files: File[] }
  | { do: "remove"; at: number }
  | { do: "choose"; at: number }
  | { do: "move"; at: number; by: -1 | 1 };

export function count(pictures: Pictures): number {
  return pictures.saved.length + pictures.files.length;
}

export function change(pictures: Pictures, step: Change): Pictures {
  switch (step.do) {
    case "add":
      return { ...pictures, files: [...pictures.files, ...step.files] };
    case "remove":
      return remove(pictures, step.at);
    case "choose":
      return { ...pictures, main: step.at };
    case "move":
      return canMove(pictures, step.at, step.by) ? move(pictures, step.at, step.at + step.by) : pictures;
  }
}

/** A saved picture and a new one cannot change places before the new one is saved. */
export function canMove({ saved, files }: Pictures, at: number, by: -1 | 1): boolean {
  const to = at + by;
  const last = saved.length + files.length - 1;
  return to >= 0 && to <= last && at < saved.length === to < saved.length;
}

/** The main picture's index is lowered when the picture it points to goes (spec 4); otherwise it stays on its picture. */
function remove({ saved, files, main }: Pictures, at: number): Pictures {
  return {
    saved: saved.filter((_, index) => index !== at),
    files: files.filter((_, index) => index + saved.length !== at),
    main: at <= main ? Math.max(0, main - 1) : main,
  };
}

function move({ saved, files, main }: Pictures, from: number, to: number): Pictures {
  const offset = saved.length;
  const inSaved = from < offset;
  return {
    saved: inSaved ? swapped(saved, from, to) : saved,
    files: inSaved ? files : swapped(files, from - offset, to - offset),
    main: main === from ? to : main === to ? from : main,
  };
}

function swapped<T>(list: T[], a: number, b: number): T[] {
  const next = [...list];
  [next[a], next[b]] = [list[b] as T, list[a] as T];
  return next;
}

export type Refusal = "invalid" | "format" | "large" | "duplicate" | "many";

/** What of `chosen` can be added, and why the rest cannot (spec 5). One too many refuses all of them. */
export function sift(chosen: File[], pictures: Pictures, limit: number, maxBytes: number) {
  const refused = new Set<Refusal>();
  const fresh: File[] = [];
  for (const file of chosen) {
    const refusal = refusalOf(file, [...pictures.files, ...fresh], maxBytes);
    if (refusal) refused.add(refusal);
    else fresh.push(file);
  }
  if (count(pictures) + fresh.length > limit) {
    refused.add("many");
    return { fresh: [], refused: [...refused] };
  }
  return { fresh, refused: [...refused] };
}

/** What the server takes (product 5). */
export const FORMATS = ["image/jpeg", "image/png", "image/webp", "image/gif"];

function refusalOf(file: File, there: File[], maxBytes: number): Refusal | undefined {
  if (!file.type.startsWith("image/")) return "invalid";
  if (!FORMATS.includes(file.type)) return "format";
  if (file.size >= maxBytes) return "large";
  return there.some((other) => sameFile(file, other)) ? "duplicate" : undefined;
}
