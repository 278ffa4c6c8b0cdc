// Sends one save and returns its result. The form, the outbox and the save for another day decide what follows.
import type { Entry } from "../../../shared/domain";
import type { Draft } from "../draft/drafts";
import { afterSave } from "../merge/merge";
import { type Content, contentOf, sameEntry, savedOf } from "../state/content";
import type { UploadControl } from "./request";
import { afterNoAnswer, answersLeft, type Save } from "./save";
import { type Outcome, sendEntry } from "./send";

/** Whose save it is, and their content by the time of the answer. */
type Target = { userId: string; now: () => Content };

type Answered<Kind> = Extract<Outcome, { kind: Kind }>;

/** `save` is saved as `entry`. */
export type Saved = {
  kind: "saved";
  entry: Entry;
  save: Save;
  /** The content with what it has besides the save; its answers are those that are not saved. */
  rest: Content;
  /** `rest` has more than the entry, besides answers. */
  hasMore: boolean;
  /** The entry had this content already. */
  wasThere: boolean;
};

/** Two versions between which the person decides. */
export type Conflict = Answered<"conflict"> & { remote: Content };

export type Unanswered = Answered<"offline" | "unclear"> & { pendingSave: Save };

/** The result of a save. `pendingSave`: the save to send again. */
export type Delivery =
  | Saved
  | Conflict
  | Unanswered
  | (Answered<"signed_out" | "other_person" | "cancelled"> & { pendingSave: Save })
  | (Answered<"refused"> & { pendingSave?: undefined });

export async function deliver(save: Save, { userId, now }: Target, control?: UploadControl): Promise<Delivery> {
  const outcome = await sendEntry(save, userId, control ?? { progress: () => {} });
  switch (outcome.kind) {
    case "saved":
      return saved(save, outcome.entry, now(), false);
    case "conflict":
      return conflict(save, outcome, now());
    case "offline":
    case "unclear":
      return { ...outcome, pendingSave: afterNoAnswer(save, outcome) };
    case "signed_out":
      return { ...outcome, pendingSave: save };
    case "other_person":
    case "cancelled":
      // It may have arrived, but is not sent again automatically.
      return { ...outcome, pendingSave: { ...save, needsDecision: true } };
    case "refused":
      return outcome;
  }
}

function saved(save: Save, entry: Entry, now: Content, wasThere: boolean): Saved {
  const rest = {
    ...afterSave(now, save.content, contentOf(savedOf(entry))),
    reflectionAnswers: answersLeft(save, now),
  };
  return { kind: "saved", entry, save, rest, hasMore: !sameEntry(now, save.content), wasThere };
}

/** Nothing is to be decided if the entry has the same content. The answers of a new entry were not part of the one that is there. */
function conflict(save: Save, outcome: Answered<"conflict">, now: Content): Saved | Conflict {
  const remote = contentOf(savedOf(outcome.entry));
  const equal = [save.content, now].find((content) => sameEntry(content, remote));
  if (!equal) return { ...outcome, remote };
  return saved({ ...save, content: { ...equal, reflectionAnswers: [] } }, outcome.entry, now, true);
}

/** `draft` with `content` as a change of `entry`. Its form must not count the new files as its own, so the writer is another. */
export function draftOver(entry: Entry, { pendingSave: _, ...draft }: Draft, content: Content): Draft {
  const place = { entryId: entry.id, version: entry.version ?? null, base: contentOf(savedOf(entry)) };
  return { ...draft, ...content, ...place, writer: draft.key };
}
