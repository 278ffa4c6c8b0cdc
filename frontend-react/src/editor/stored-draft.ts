// The names of a draft's fields in IndexedDB. Devices hold drafts with these names, so they must not change.
import type { Content } from "./content";
import type { Draft } from "./drafts";
import type { Attempt, PendingSave } from "./pending-save";

/** A draft without its files, which are in a store of their own. */
type Fields = Omit<Draft, "files" | "audioFile">;

type StoredAttempt = Omit<Attempt, "idempotencyKey"> & { attempt?: string };
type StoredPendingSave = { tried: StoredAttempt[]; asks?: true; unfinished?: number };

export type StoredDraft = Omit<Fields, "base" | "pendingSave"> & { began?: Content; outgoing?: StoredPendingSave };

export function toStored({ base, pendingSave, ...draft }: Fields): StoredDraft {
  return { ...draft, ...(base && { began: base }), ...(pendingSave && { outgoing: toStoredSave(pendingSave) }) };
}

export function fromStored({ began, outgoing, ...draft }: StoredDraft): Fields {
  return { ...draft, ...(began && { base: began }), ...(outgoing && { pendingSave: fromStoredSave(outgoing) }) };
}

function toStoredSave({ attempts, needsDecision, unfinishedUploads }: PendingSave): StoredPendingSave {
  const tried = attempts.map(({ idempotencyKey, ...sent }) => ({
    ...sent,
    ...(idempotencyKey !== undefined && { attempt: idempotencyKey }),
  }));
  return {
    tried,
    ...(needsDecision && { asks: needsDecision }),
    ...(unfinishedUploads !== undefined && { unfinished: unfinishedUploads }),
  };
}

function fromStoredSave({ tried, asks, unfinished }: StoredPendingSave): PendingSave {
  const attempts = tried.map(({ attempt, ...sent }) => ({
    ...sent,
    ...(attempt !== undefined && { idempotencyKey: attempt }),
  }));
  return {
    attempts,
    ...(asks && { needsDecision: asks }),
    ...(unfinished !== undefined && { unfinishedUploads: unfinished }),
  };
}
