import type { Feeling } from "../../../shared/domain";

/** A feeling with the face that the server gives it. */
export type Face = { name: Feeling; emoji: string };
