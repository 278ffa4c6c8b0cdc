import type { Entry, Question, ReflectionAnswer } from "../../domain";
import { send, type Toast } from "../../events";
import { type Key, parse, type Texts, t } from "../../i18n";
import { Autosave, type DraftState, type SaveTarget } from "./autosave";
import { autosize } from "./autosize";
import { type Content, EMPTY, type Saved, same, savedOf } from "./content";
import type { EditorValue, SaveHooks } from "./context";
import { showCount } from "./counter";
import { type EntryStore, entryReducer, initialState } from "./entryReducer";
import { Notices } from "./notices";
import { isStuck, type PendingSave } from "./pending-save";
import { SaveLine, type SaveState } from "./save-line";
import { bindFields, type ServerFields } from "./server-fields";
import { createStore } from "./store";
import { Upload } from "./upload";

/** What the page gives the sections that others need as well. */
type Given = { limit?: number; questions?: Question[]; answers?: ReflectionAnswer[] };

/** One `<entry-form>`: its state, its draft, and the messages about it. */
export class Editor implements EditorValue {
  readonly element: HTMLElement;
  readonly form: HTMLFormElement;
  readonly texts: Texts;
  readonly store: EntryStore;
  readonly fields: ServerFields;
  readonly saveHooks = new Set<SaveHooks>();
  readonly notices: Notices;
  readonly autosave: Autosave;
  readonly upload: Upload;
  sending = false;
  /** A save waits until the person signs in again. */
  waitsForSignIn = false;
  /** The new entry is saved and the next page is on its way. */
  left = false;
  #line: SaveLine;
  /** The save line shows a failed save, and nothing was changed since. */
  #failed = false;
  /** How the save line describes a pending save. */
  #pendingState: "queued" | "unclear" = "queued";
  /** Why this browser does not store the whole draft; undefined if it does. */
  #storageProblem: Exclude<DraftState, "nothing" | "local"> | undefined;

  constructor(element: HTMLElement, form: HTMLFormElement, signal: AbortSignal) {
    const { texts, saved: json, userId = "", date = "", entryId, version, ticket = "" } = element.dataset;
    this.element = element;
    this.form = form;
    this.texts = parse<Texts>(texts, {});
    this.#line = new SaveLine(element.querySelector("[data-save-line]"), this.texts, !entryId);
    this.upload = new Upload(element.querySelector("[data-upload]"), this.texts);
    this.notices = new Notices(element.querySelector("[data-notice]"));
    const place = { userId, date, entryId: entryId || null, version: version ? Number(version) : null, ticket };
    const initial = initialState({
      saved: { ...EMPTY, ...parse<Partial<Saved>>(json, {}) },
      place,
      isSavedKnown: json !== undefined,
      isLate: element.hasAttribute("data-late"),
    });
    this.store = createStore(entryReducer, initial);
    this.fields = bindFields(form, this.store, signal);
    this.autosave = new Autosave(
      () => this.read(),
      () => this.target,
      (state) => this.#showDraftState(state),
    );
    let { edits } = this.store.getState();
    const follow = () => {
      const now = this.store.getState();
      this.#show();
      if (now.edits === edits) return;
      edits = now.edits;
      this.#failed = false;
      this.autosave.changed();
    };
    signal.addEventListener("abort", this.store.subscribe(follow));
    this.#show();
  }

  read(): Content {
    this.fields.sync();
    return this.store.getState().content;
  }

  get target(): SaveTarget {
    return this.store.getState().target;
  }

  set target(target: SaveTarget) {
    this.store.dispatch({ type: "retarget", target });
  }

  get isSavedKnown(): boolean {
    return this.store.getState().isSavedKnown;
  }

  /** What the page came with for the section `name`. */
  given(name: "dropzone" | "reflection"): Given {
    return parse<Given>(this.element.querySelector<HTMLElement>(`r-island[name="${name}"]`)?.dataset.props, {});
  }

  /** The text of a question; empty if the page does not have it. */
  question = (id: string): string =>
    this.given("reflection").questions?.find((question) => question.id === id)?.question ?? "";

  fill(content: Content): void {
    this.store.dispatch({ type: "fill", content });
    const { summary, topMoment, reflectionAnswers } = content;
    const more = this.form.querySelector<HTMLDetailsElement>("details.editor-more");
    if (more && (summary.trim() || topMoment.trim() || reflectionAnswers.length > 0)) more.open = true;
  }

  /** The person changed something that is in the state already. */
  changed(): void {
    this.store.dispatch({ type: "edit", fields: {} });
  }

  get dirty(): boolean {
    return !same(this.read(), this.target.saved);
  }

  /** Whether the form's content would be lost with the page. */
  get unsafe(): boolean {
    return this.#storageProblem !== undefined && this.dirty;
  }

  /** From now on the form is about `entry` as the server has it. */
  adopt(entry: Entry): void {
    const { id: entryId, version = null } = entry;
    if (!this.target.entryId) history.replaceState(history.state, "", `/edit/${entryId}`);
    this.store.dispatch({ type: "adopt", entry });
    this.#line.settle(entry.updatedAt ? Date.parse(entry.updatedAt) : Date.now());
    // Their undo buttons would restore an older version.
    this.notices.remove("restored");
    this.notices.remove("version");
    this.notices.remove("gone");
    const { dataset } = this.element;
    dataset.mode = "edit";
    dataset.entryId = entryId;
    dataset.version = String(version ?? "");
    dataset.saved = JSON.stringify(savedOf(entry));
    this.busy(undefined);
  }

  say(state: SaveState): void {
    this.#failed = state === "failed";
    const isQueued = state === "queued" || state === "unclear";
    if (isQueued) this.#pendingState = state;
    const needsStorage = state === "failed" || state === "local" || state === "stuck" || isQueued;
    this.#line.say(needsStorage && this.#storageProblem ? this.#storageProblem : state);
  }

  text(key: Key, params?: Record<string, string | number>): string {
    return t(this.texts, key, params);
  }

  toast(toast: Toast): void {
    send("app:toast", toast);
  }

  /** Shows an error. */
  complain(message: string): void {
    this.toast({ title: this.text("editor.toast.failed_title"), description: message, kind: "error" });
  }

  /** Sets the save that is being sent or got no answer, or clears it. It is stored with the draft. */
  setPendingSave(pendingSave: PendingSave | undefined): void {
    if (this.target.pendingSave === pendingSave) return;
    this.target = { ...this.target, pendingSave };
    this.autosave.changed();
  }

  /** Whether a save without an answer will be sent again automatically. If a sign-in is needed, it waits for that. */
  get hasPendingSave(): boolean {
    const { pendingSave } = this.target;
    return pendingSave !== undefined && !pendingSave.needsDecision && !this.waitsForSignIn;
  }

  /** Whether a save whose files do not upload waits for the person. */
  get stuck(): boolean {
    const { pendingSave } = this.target;
    return pendingSave?.needsDecision === true && isStuck(pendingSave);
  }

  /** Drafts cannot be read or written in this browser. */
  storageFailed(): void {
    this.#showDraftState("no_storage");
  }

  /** Whether this device stores drafts. */
  get safe(): boolean {
    return this.#storageProblem === undefined;
  }

  /** The save button's words; `part` of an upload that is done, `undefined` when nothing is being sent. */
  busy(part: number | undefined, uploading = false): void {
    const save = this.element.querySelector<HTMLElement>("[data-save]");
    if (!save) return;
    const label = save.querySelector<HTMLElement>("[data-label]") ?? save;
    save.toggleAttribute("data-busy", part !== undefined);
    if (part === undefined) save.removeAttribute("aria-disabled");
    else save.setAttribute("aria-disabled", "true");
    label.textContent = this.#label(part, uploading);
  }

  #label(part: number | undefined, uploading: boolean): string {
    const update = this.target.entryId !== null;
    if (part === undefined) return this.text(update ? "editor.update" : "editor.save");
    if (uploading && part < 1) return this.text("editor.uploading", { percent: Math.floor(part * 100) });
    return this.text(update ? "editor.updating" : "editor.saving");
  }

  #show(): void {
    const field = this.fields.field("text");
    showCount(this.element.querySelector("[data-counter]"), field, this.store.getState().content.text, this.texts);
    autosize(field);
  }

  #showDraftState(state: DraftState): void {
    this.#storageProblem = state === "nothing" || state === "local" ? undefined : state;
    if (this.sending || (state === "local" && this.#failed)) return;
    if (state === "nothing") this.#line.rest();
    else if (state === "local" && this.hasPendingSave) this.say(this.#pendingState);
    else this.say(state === "local" && this.stuck ? "stuck" : state);
  }
}
