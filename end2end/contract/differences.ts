/** Where our provider answers otherwise than the emulator, on purpose. */
import type { Difference } from "./compare.ts";

export interface Intended extends Difference {
  case: string;
  reason: string;
}

export const intended: Intended[] = [];
