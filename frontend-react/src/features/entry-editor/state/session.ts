// One `<entry-form>`: its state, its draft, and what everything that runs on them needs.
import type { Entry, Question, ReflectionAnswer } from "../../../shared/domain";
import { send, type Toast } from "../../../shared/events";
import { type Key, parse, type Texts, t } from "../../../shared/i18n";
import { Autosave, type DraftState, type SaveTarget } from "../draft/autosave";
import type { Draft } from "../draft/drafts";
import type { Choice, Sides } from "../merge/conflict";
import type { Save } from "../save/save";
import { clock, moment } from "../times";
import { type Content, EMPTY, type SavedEntry, same } from "./content";
import type { Act, SaveHooks } from "./context";
import { type EntryState, type EntryStore, entryReducer, initialState } from "./entryReducer";
import { findPlaces, type Places } from "./places";
import { bindFields, type ServerFields } from "./server-fields";
import type { NoticeAction, SaveState, UploadState } from "./status";
import { createStore } from "./store";

/** Props of sections that the rest of the editor needs as well. */
type Given = { limit?: number; questions?: Question[]; answers?: ReflectionAnswer[] };

export class Editor {
  readonly element: HTMLElement;
  readonly form: HTMLFormElement;
  readonly places: Places;
  readonly texts: Texts;
  readonly store: EntryStore;
  readonly fields: ServerFields;
  readonly saveHooks = new Set<SaveHooks>();
  /** The actions of the bar's tools, by the rows that they lead to. */
  readonly tools = new Map<string, Act>();
  readonly autosave: Autosave;
  /** A save waits until the person signs in again. */
  waitsForSignIn = false;
  /** The person agreed that everybody may read what this form saves. */
  agreedToPublic = false;
  /** The new entry is saved and the next page is on its way. */
  isLeaving = false;
  /** The dialog of a conflict has not broken yet. */
  canAsk = true;

  constructor(element: HTMLElement, form: HTMLFormElement, signal: AbortSignal) {
    const { texts, saved, userId = "", date = "", entryId, version, ticket = "" } = element.dataset;
    this.element = element;
    this.form = form;
    this.places = findPlaces(element, form);
    this.texts = parse<Texts>(texts, {});
    const initial = initialState({
      saved: { ...EMPTY, ...parse<Partial<SavedEntry>>(saved, {}) },
      place: { userId, date, entryId: entryId || null, version: version ? Number(version) : null, ticket },
      isSavedKnown: saved !== undefined,
      isLate: element.hasAttribute("data-late"),
      line: this.places.line?.textContent?.trim() ?? "",
    });
    this.store = createStore(entryReducer, initial);
    this.fields = bindFields(form, this.store, signal);
    this.autosave = new Autosave(this);
    let written = this.state.edits;
    const follow = () => {
      if (this.state.edits !== written) this.autosave.changed();
      written = this.state.edits;
    };
    signal.addEventListener("abort", this.store.subscribe(follow));
  }

  get state(): EntryState {
    return this.store.getState();
  }

  read(): Content {
    this.fields.sync();
    return this.state.content;
  }

  get target(): SaveTarget {
    return this.state.target;
  }

  set target(target: SaveTarget) {
    this.store.dispatch({ type: "retarget", target });
  }

  /** Runs `work` while no save can start. */
  occupied<T>(work: () => Promise<T>): Promise<T> {
    const set = (isSending: boolean) => this.store.dispatch({ type: "status", change: { isSending } });
    set(true);
    return work().finally(() => set(false));
  }

  /** The server's props of the section `name`. */
  propsOf(name: "dropzone" | "reflection"): Given {
    const place = this.places.sections.find((section) => section.name === name);
    return parse<Given>(place?.slot.dataset.props, {});
  }

  /** The text of a question; empty if the page does not have it. */
  question = (id: string): string =>
    this.propsOf("reflection").questions?.find((question) => question.id === id)?.question ?? "";

  fill(content: Content): void {
    this.store.dispatch({ type: "fill", content });
    for (const fold of this.places.folds) {
      const part = content[fold.dataset.fold as "summary" | "topMoment" | "reflectionAnswers"];
      if (part.length > 0) fold.open = true;
    }
  }

  /** The person changed something that is in the state already. */
  changed(): void {
    this.store.dispatch({ type: "edit", fields: {} });
  }

  get dirty(): boolean {
    return !same(this.read(), this.target.saved);
  }

  /** Whether this device stores drafts. */
  get safe(): boolean {
    return this.state.status.storageProblem === undefined;
  }

  /** Makes `entry`, as the server has it, the editor's entry. */
  adopt(entry: Entry): void {
    if (!this.target.entryId) history.replaceState(history.state, "", `/edit/${entry.id}`);
    this.store.dispatch({ type: "adopt", entry });
    const time = moment(entry.updatedAt ? Date.parse(entry.updatedAt) : Date.now());
    this.store.dispatch({ type: "status", change: { rest: { time }, isBusy: false } });
  }

  showState(state: SaveState): void {
    this.store.dispatch({ type: "say", state, time: clock(new Date()) });
  }

  /** Whether a request is under way, for the save button. */
  showBusy(isBusy: boolean): void {
    this.store.dispatch({ type: "status", change: { isBusy } });
  }

  /** Shows the strip of an upload. The returned signal aborts when its cancel button is pressed. */
  beginUpload(is: "preparing" | "sending"): AbortSignal {
    const running = new AbortController();
    this.showUpload({ is, part: undefined, cancel: () => running.abort() });
    return running.signal;
  }

  /** `part` of the upload is done, from 0 to 1. */
  uploaded(part: number): void {
    const { upload } = this.state;
    if (upload && "cancel" in upload) this.showUpload({ ...upload, is: part === 1 ? "waiting" : upload.is, part });
  }

  showUpload(upload: UploadState | undefined): undefined {
    this.store.dispatch({ type: "upload", upload });
  }

  /** Lets the person decide between two versions. Undefined: this page cannot show the question. */
  async askConflict(sides: Omit<Sides, "question">): Promise<Choice | undefined> {
    if (!this.places.conflict || !this.canAsk) return undefined;
    const choice = await new Promise<Choice>((choose) => {
      this.store.dispatch({ type: "conflict", conflict: { sides: { ...sides, question: this.question }, choose } });
    });
    this.store.dispatch({ type: "conflict", conflict: undefined });
    return choice;
  }

  /** The dialog of a conflict broke. The question that it shows leads back to the text. */
  cannotAsk(): void {
    this.canAsk = false;
    this.state.conflict?.choose("back");
  }

  /** A save is under way, or waits for the choice between two versions. */
  get isOccupied(): boolean {
    return this.state.status.isSending || this.state.conflict !== undefined;
  }

  notify(name: string, text: string, actions: NoticeAction[]): void {
    this.store.dispatch({ type: "notice", notice: { name, text, actions } });
  }

  offer(draft: Draft, isLive = false, leftOut: Key[] = []): void {
    this.store.dispatch({ type: "notice", notice: { name: draft.key, draft, isLive, leftOut } });
  }

  removeNotices(...names: string[]): void {
    this.store.dispatch({ type: "remove_notices", names });
  }

  text(key: Key, params?: Record<string, string | number>): string {
    return t(this.texts, key, params);
  }

  toast(toast: Toast): void {
    send("app:toast", toast);
  }

  showError(message: string): void {
    this.toast({ title: this.text("editor.toast.failed_title"), description: message, kind: "error" });
  }

  /** Sets the save that is being sent or got no answer, or clears it. It is stored with the draft. */
  setPendingSave(pendingSave: Save | undefined): void {
    if (this.target.pendingSave === pendingSave) return;
    this.target = { ...this.target, pendingSave };
    this.autosave.changed();
  }

  /** Whether a save without an answer will be sent again automatically. If a sign-in is needed, it waits for that. */
  get hasPendingSave(): boolean {
    const { pendingSave } = this.target;
    return pendingSave !== undefined && !pendingSave.needsDecision && !this.waitsForSignIn;
  }

  showDraftState(state: DraftState): void {
    this.store.dispatch({ type: "draft", state, isWaiting: this.hasPendingSave, time: clock(new Date()) });
  }
}
