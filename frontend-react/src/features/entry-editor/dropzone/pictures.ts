import type { Arrangement, Placed } from "../merge/arrangement";
import { sameFile } from "../state/content";
import { originalOf } from "../state/sources";
import { FORMATS, isHeic } from "./types";

type Picture = Placed["picture"];

export type Change =
  | { do: "add"; files: File[] }
  | { do: "remove"; picture: Picture }
  | { do: "choose"; picture: Picture }
  | { do: "move"; picture: Picture; by: -1 | 1 }
  | { do: "describe"; picture: Picture; alt: string }
  /** A smaller file takes the place of the chosen one. */
  | { do: "replace"; picture: File; by: File };

export function change(pictures: Arrangement, step: Change): Arrangement {
  if (step.do === "add") {
    return { ...pictures, shown: [...pictures.shown, ...step.files.map((picture) => ({ picture, alt: "" }))] };
  }
  const at = pictures.shown.findIndex(({ picture }) => picture === step.picture);
  if (at < 0) return pictures;
  switch (step.do) {
    case "remove":
      return remove(pictures, at);
    case "choose":
      return { ...pictures, main: at };
    case "move":
      return canMove(pictures, step.picture, step.by) ? move(pictures, at, at + step.by) : pictures;
    case "describe":
      return put(pictures, at, { alt: step.alt });
    case "replace":
      return put(pictures, at, { picture: step.by });
  }
}

export function canMove({ shown }: Arrangement, picture: Picture, by: -1 | 1): boolean {
  return shown.at(by < 0 ? 0 : -1)?.picture !== picture;
}

export function files({ shown }: Arrangement): File[] {
  return shown.flatMap(({ picture }) => (picture instanceof File ? picture : []));
}

/** The main picture's index is lowered when the picture it points to goes (spec 4); otherwise it stays on its picture. */
function remove({ shown, main }: Arrangement, at: number): Arrangement {
  return { shown: shown.toSpliced(at, 1), main: at <= main ? Math.max(0, main - 1) : main };
}

function move({ shown, main }: Arrangement, from: number, to: number): Arrangement {
  const next = [...shown];
  [next[from], next[to]] = [shown[to] as Placed, shown[from] as Placed];
  return { shown: next, main: main === from ? to : main === to ? from : main };
}

function put({ shown, main }: Arrangement, at: number, part: Partial<Placed>): Arrangement {
  return { shown: shown.map((one, index) => (index === at ? { ...one, ...part } : one)), main };
}

export type Refusal = "invalid" | "format" | "heic" | "large" | "duplicate" | "many";

/** The files of `chosen` that can be added, and why the others cannot (spec 5). Of too many the first are taken. */
export function sift(chosen: File[], pictures: Arrangement, limit: number, maxBytes: number) {
  const refused = new Set<Refusal>();
  const fresh: File[] = [];
  for (const file of chosen) {
    const refusal = refusalOf(file, [...files(pictures), ...fresh], maxBytes);
    if (refusal) refused.add(refusal);
    else fresh.push(file);
  }
  const taken = fresh.slice(0, Math.max(0, limit - pictures.shown.length));
  if (taken.length < fresh.length) refused.add("many");
  return { fresh: taken, refused: [...refused] };
}

/** At most `limit` photos that have to be made anew, which takes its time, and all others. */
export function withFewHeic(files: File[], limit: number): File[] {
  const heic = files.filter(isHeic).slice(limit);
  return files.filter((file) => !heic.includes(file));
}

function refusalOf(file: File, there: File[], maxBytes: number): Refusal | undefined {
  if (isHeic(file)) return "heic";
  if (!file.type.startsWith("image/")) return "invalid";
  if (!FORMATS.includes(file.type)) return "format";
  if (file.size >= maxBytes) return "large";
  return there.some((other) => isSame(file, other)) ? "duplicate" : undefined;
}

/** The photo itself, or what was made of it, here or before a reload. */
export function isSame(file: File, other: File): boolean {
  return sameFile(file, other) || sameFile(file, originalOf(other));
}
