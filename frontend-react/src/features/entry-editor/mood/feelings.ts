import type { Feeling } from "../../../domain";

/** A feeling with the face that the server gives it. */
export type Face = { name: Feeling; emoji: string };
