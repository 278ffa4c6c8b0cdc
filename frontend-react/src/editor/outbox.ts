// Drafts whose save got no answer and whose form is not open any more: sent by whatever page comes next.
import type { Entry } from "../domain";
import { saveAnswers } from "./answer-calls";
import { type Content, contentOf, EMPTY, isEmpty, sameEntry, savedOf } from "./content";
import { type Draft, deleteDraft, readDrafts, replaceDraft } from "./drafts";
import { take } from "./hold";
import { afterSave } from "./merge";
import { arrived, isStuck, isTry, type Outgoing, tryOf, waitingOn } from "./outgoing";
import { type Outcome, sendEntry } from "./send";

/**
 * What became of one; `later`: it goes on waiting (`all`: so do those after it), `asks`: the person has to decide (`stuck`:
 * whether its files, which did not come through, are sent once more).
 */
export type Delivery =
  | { kind: "sent"; draft: Draft; entryId: string }
  | { kind: "asks"; draft: Draft; message: string | undefined; stuck?: true }
  | { kind: "later"; draft: Draft; all: boolean };

type Conflict = Extract<Outcome, { kind: "conflict" }>;
type Unanswered = Extract<Outcome, { kind: "offline" | "unclear" }>;
type Asks = Extract<Delivery, { kind: "asks" }>;

export function waits({ outgoing }: Draft): boolean {
  return outgoing !== undefined && !outgoing.asks;
}

/** One after the other, in the order of writing. Without a connection, or a sign-in, the others are not tried. */
export async function sendOutbox(userId: string, told: (delivery: Delivery) => void): Promise<void> {
  const drafts = (await readDrafts(userId)).filter(waits).toSorted((a, b) => a.writtenAt - b.writtenAt);
  for (const { key } of drafts) {
    const delivery = await sendOne(userId, key);
    if (delivery) told(delivery);
    if (delivery?.kind === "later" && delivery.all) return;
  }
}

/** Undefined where another page has the draft: its form looks after it, or it is being sent there. */
async function sendOne(userId: string, key: string): Promise<Delivery | undefined> {
  const release = await take(key);
  if (!release) return undefined;
  try {
    const draft = (await readDrafts(userId)).find((draft) => draft.key === key);
    return draft && waits(draft) && !isEmpty(draft) ? await deliver(draft) : undefined;
  } finally {
    release();
  }
}

/** Undefined where somebody began to write on. */
async function deliver(draft: Draft): Promise<Delivery | undefined> {
  const outgoing = tryOf(draft, draft.outgoing, draft);
  if (!(await replaceDraft({ ...draft, outgoing }, false, draft))) return undefined;
  const outcome = await sendEntry(draft, { ...draft, outgoing, saved: contentOf(EMPTY) }, { progress: () => {} });
  switch (outcome.kind) {
    case "saved":
      // A new entry took its answers along.
      return sent(draft, outcome.entry, draft.entryId ? draft.reflectionAnswers : []);
    case "conflict":
      return conflict(draft, outcome, outgoing);
    case "refused":
      return asks(draft, outgoing, outcome.message);
    case "offline":
    case "unclear":
      return unanswered(draft, outgoing, outcome);
  }
  return { kind: "later", draft, all: true };
}

/** An upload that never comes to its end is not sent for ever. */
async function unanswered(draft: Draft, before: Outgoing, outcome: Unanswered): Promise<Delivery | undefined> {
  const outgoing = waitingOn(before, draft, outcome);
  if (isStuck(outgoing)) {
    const asked = await asks(draft, outgoing, outcome.kind === "unclear" ? outcome.message : undefined);
    return asked && { ...asked, stuck: true };
  }
  const written = outgoing === before || (await replaceDraft({ ...draft, outgoing }, false, draft));
  return written ? { kind: "later", draft, all: outcome.kind === "offline" } : undefined;
}

async function conflict(draft: Draft, { entry }: Conflict, outgoing: Outgoing): Promise<Delivery | undefined> {
  const theirs = contentOf(savedOf(entry));
  const came = arrived(draft.outgoing, theirs, entry);
  if (sameEntry(draft, theirs) || (came && isTry(came, draft))) return sent(draft, entry, draft.reflectionAnswers);
  if (!came) return asks(draft, outgoing, undefined);
  // An earlier try arrived, and only its answer was lost: what was changed since goes on top of it.
  const place = { entryId: entry.id, version: entry.version ?? null, began: theirs, outgoing: { tried: [] } };
  const next = rewritten(draft, { ...afterSave(draft, came, theirs), ...place });
  return (await replaceDraft(next, true, draft)) ? deliver(next) : undefined;
}

/** The entry is there; `answers` are still to be saved to it. */
async function sent(draft: Draft, entry: Entry, answers: Content["reflectionAnswers"]): Promise<Delivery | undefined> {
  const kept = await saveAnswers(entry.id, answers, draft.ticket);
  if (kept === "saved") {
    await deleteDraft(draft.key, draft.writer, draft.writtenAt);
    return { kind: "sent", draft, entryId: entry.id };
  }
  const began = contentOf(savedOf(entry));
  const place = { entryId: entry.id, version: entry.version ?? null, began, outgoing: { tried: [] } };
  const rest = rewritten(draft, { ...began, reflectionAnswers: answers, ...place });
  if (!(await replaceDraft(rest, true, draft))) return undefined;
  return kept === "refused" ? asks(rest, rest.outgoing, undefined) : { kind: "later", draft: rest, all: false };
}

async function asks(draft: Draft, outgoing: Outgoing, message: string | undefined): Promise<Asks | undefined> {
  const written = await replaceDraft({ ...draft, outgoing: { ...outgoing, asks: true } }, false, draft);
  return written ? { kind: "asks", draft, message } : undefined;
}

/** `draft` with other files than its form wrote: that form, should it live, must not take them for its own. */
function rewritten<T extends Partial<Draft>>(draft: Draft, change: T): Draft & T {
  return { ...draft, ...change, writer: draft.key };
}
