// The editor's state and its reducer, without any browser API.
import type { Entry, Recording } from "../../../shared/domain";
import { isSet } from "../../../shared/mood";
import type { DraftState, SaveTarget } from "../draft/autosave";
import { type Change, change } from "../dropzone/pictures";
import { arranged, mapped, placed } from "../merge/arrangement";
import type { Conflict } from "../merge/conflict";
import { type Content, contentIn, contentOf, type Picture, type SavedEntry, savedOf, sourceOf } from "./content";
import { draftSaid, initialStatus, type Notice, type SaveState, type Status, said, type UploadState } from "./status";
import type { Store } from "./store";

export type EntryState = {
  content: Content;
  target: SaveTarget;
  /** Whether the page knows the saved entry; the offline page does not. */
  isSavedKnown: boolean;
  /** The diary day of the content is over. */
  isLate: boolean;
  /** The saved pictures, which the content names by their URLs. */
  pictures: Picture[];
  /** The saved recording. */
  audio: Recording | null;
  /** Counts what the person changed: the draft is written after each change. */
  edits: number;
  /** The draft of this device is restored. */
  isReady: boolean;
  /** How long the recording under way is. */
  recordingTime: string | undefined;
  /** Tools whose rows were opened. */
  openRows: readonly string[];
  status: Status;
  upload: UploadState | undefined;
  notices: readonly Notice[];
  /** Two versions of the entry between which the person decides. */
  conflict: Conflict | undefined;
};

export type Action =
  /** The person changed something. */
  | { type: "edit"; fields: Partial<Content> }
  | { type: "edit_pictures"; change: Change }
  /** The content comes from elsewhere: a draft, a saved entry, an earlier version. */
  | { type: "fill"; content: Content }
  /** A section corrects its part of a content that was filled in. */
  | { type: "correct"; fields: Partial<Content> }
  /** `entry`, as the server has it, becomes the editor's entry. */
  | { type: "adopt"; entry: Entry }
  | { type: "retarget"; target: SaveTarget }
  | { type: "ready" }
  | { type: "recording"; time: string | undefined }
  | { type: "open_row"; row: string }
  | { type: "status"; change: Partial<Status> }
  | { type: "say"; state: SaveState; time: string }
  /** `isWaiting`: a save without an answer is sent again by itself. */
  | { type: "draft"; state: DraftState; isWaiting: boolean; time: string }
  | { type: "upload"; upload: UploadState | undefined }
  /** One notice per name. */
  | { type: "notice"; notice: Notice }
  | { type: "remove_notices"; names: string[] }
  | { type: "conflict"; conflict: Conflict | undefined };

export type EntryStore = Store<EntryState, Action>;

type Page = {
  saved: SavedEntry;
  place: Omit<SaveTarget, "saved" | "base">;
  isSavedKnown: boolean;
  isLate: boolean;
  /** The server's text in the save line. */
  line?: string;
};

export function initialState({ saved, place, isSavedKnown, isLate, line = "" }: Page): EntryState {
  const content = contentIn(contentOf(saved));
  return {
    content,
    target: { ...place, saved: content, ...(isSavedKnown && { base: content }) },
    isSavedKnown,
    isLate,
    pictures: saved.images,
    audio: saved.audio,
    edits: 0,
    isReady: false,
    recordingTime: undefined,
    openRows: [],
    status: initialStatus(line),
    upload: undefined,
    notices: [],
    conflict: undefined,
  };
}

export function entryReducer(state: EntryState, action: Action): EntryState {
  switch (action.type) {
    case "edit":
      return edited(state, action.fields);
    case "edit_pictures":
      return edited(state, arranged(change(placed(state.content), action.change)));
    case "fill":
      return { ...state, content: filled(state, action.content) };
    case "correct":
      return { ...state, content: { ...state.content, ...action.fields } };
    case "adopt":
      return adopted(state, action.entry);
    case "retarget":
      return { ...state, target: action.target };
    case "ready":
      return { ...state, isReady: true };
    case "recording":
      return state.recordingTime === action.time ? state : { ...state, recordingTime: action.time };
    case "open_row":
      return { ...state, openRows: [...state.openRows, action.row] };
    case "status":
      return { ...state, status: { ...state.status, ...action.change } };
    case "say":
      return { ...state, status: said(state.status, action.state, action.time) };
    case "draft":
      return { ...state, status: draftSaid(state.status, action.state, state.target, action.isWaiting, action.time) };
    case "upload":
      return { ...state, upload: action.upload };
    case "notice":
      return { ...state, notices: [...without(state.notices, [action.notice.name]), action.notice] };
    case "remove_notices":
      return { ...state, notices: without(state.notices, action.names) };
    case "conflict":
      return { ...state, conflict: action.conflict };
  }
}

/** An emptied summary has no source: the person writes the next one. */
function edited(state: EntryState, fields: Partial<Content>): EntryState {
  const content = { ...state.content, ...fields };
  if (content.summary.trim() === "") content.summarySource = "";
  const status = state.status.isFailed ? { ...state.status, isFailed: false } : state.status;
  return { ...state, content, edits: state.edits + 1, status };
}

function without(notices: readonly Notice[], names: string[]): readonly Notice[] {
  return notices.filter(({ name }) => !names.includes(name));
}

/**
 * Without saved pictures that were deleted; a saved recording becomes the one that is saved now, and a new one replaces it.
 * Drafts of an older page do not say whether their mood was chosen.
 */
function filled({ isSavedKnown, pictures, audio: saved }: EntryState, given: Content): Content {
  const content = { ...contentIn(given), summarySource: sourceOf(given) };
  const mood = { ...content.mood, isSet: isSet(content.mood) };
  const audio = content.audioFile ? null : content.audio;
  if (!isSavedKnown) return { ...content, mood, audio };
  const isThere = (url: string) => pictures.some((picture) => picture.url === url);
  const there = mapped(placed(content), (one) =>
    one.picture instanceof File || isThere(one.picture) ? one : undefined,
  );
  return { ...content, ...arranged(there), mood, audio: audio && saved };
}

function adopted(state: EntryState, entry: Entry): EntryState {
  const saved = savedOf(entry);
  const content = contentOf(saved);
  const { id: entryId, version = null, date } = entry;
  const target = { ...state.target, entryId, version, date, saved: content, base: content };
  const known = { target, isSavedKnown: true, pictures: saved.images, audio: saved.audio };
  // The undo buttons of these would restore an older version.
  return { ...state, ...known, notices: without(state.notices, ["restored", "waiting", "version", "gone"]) };
}
