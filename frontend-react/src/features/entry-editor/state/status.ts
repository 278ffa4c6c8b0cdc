// The state of the save line, the save button and the strip of an upload. Pure.
import type { Key } from "../../../shared/i18n";
import type { DraftState, SaveTarget } from "../draft/autosave";
import type { Draft } from "../draft/drafts";
import { isStuck } from "../save/save";

/** What the save line says in each state. */
export const LINES = {
  local: "editor.save_line.local",
  saved: "editor.save_line.saved",
  saving: "editor.save_line.saving",
  failed: "editor.save_line.failed",
  queued: "editor.save_line.queued",
  unclear: "editor.save_line.unclear",
  stuck: "editor.save_line.stuck",
  words_only: "editor.save_line.words_only",
  full: "editor.save_line.full",
  no_storage: "editor.save_line.no_storage",
} satisfies Record<string, Key>;

export type SaveState = keyof typeof LINES;

export type Status = {
  /** `rest`: the content equals the saved entry. */
  line: SaveState | "rest";
  /** The time of `line`, as '22:14'. */
  time: string;
  /** The line at rest: the server's words, or the time of the last save. */
  rest: { words: string } | { time: string };
  /** A save is under way, so no other can start. */
  isSending: boolean;
  /** A request is under way, for the save button. */
  isBusy: boolean;
  /** A failed save is shown, and nothing was changed since. */
  isFailed: boolean;
  /** How a pending save is described. */
  pending: "queued" | "unclear";
  /** Why this browser does not store the whole draft; undefined if it does. */
  storageProblem: Exclude<DraftState, "nothing" | "local"> | undefined;
};

export function initialStatus(words: string): Status {
  return {
    line: "rest",
    time: "",
    rest: { words },
    isSending: false,
    isBusy: false,
    isFailed: false,
    pending: "queued",
    storageProblem: undefined,
  };
}

/** A browser that does not store the draft says that instead of what relies on the draft. */
export function said(status: Status, state: SaveState, time: string): Status {
  const isPending = state === "queued" || state === "unclear";
  const needsStorage = isPending || state === "failed" || state === "local" || state === "stuck";
  return {
    ...status,
    line: (needsStorage && status.storageProblem) || state,
    time,
    rest: state === "saved" ? { time } : status.rest,
    isFailed: state === "failed",
    pending: isPending ? state : status.pending,
  };
}

export function draftSaid(
  before: Status,
  draft: DraftState,
  target: SaveTarget,
  isWaiting: boolean,
  time: string,
): Status {
  const status = { ...before, storageProblem: draft === "nothing" || draft === "local" ? undefined : draft };
  if (status.isSending || (draft === "local" && status.isFailed)) return status;
  if (draft === "nothing") return { ...status, line: "rest" };
  if (draft !== "local") return said(status, draft, time);
  if (isWaiting) return said(status, status.pending, time);
  return said(status, isWaitingForPerson(target) ? "stuck" : "local", time);
}

/** Whether a save whose files do not upload waits for the person. */
export function isWaitingForPerson({ pendingSave }: SaveTarget): boolean {
  return pendingSave?.needsDecision === true && isStuck(pendingSave);
}

/** The strip above the bar. `retry` and `cancel` are what its button does. */
export type UploadState =
  | { is: "preparing" | "sending" | "waiting"; part: number | undefined; cancel: () => void }
  | { is: "cancelled" | "lost"; retry: () => void };

export type NoticeAction = { label: string; run: () => void };

/**
 * A draft that is not the form's own. `isLive`: another tab is writing it, so it can be appended, but not deleted. `leftOut`: the labels
 * of what did not fit into the form when it was appended.
 */
export type Offer = { draft: Draft; isLive: boolean; leftOut: Key[] };

/** A notice above the form: an offer, or words with buttons, and with texts to read. */
export type Notice = { name: string } & (Offer | { text: string; actions: NoticeAction[]; parts?: string[] });
