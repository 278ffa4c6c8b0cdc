import type { Entry, Recording } from "../../domain";
import { send, type Toast } from "../../events";
import { type Key, parse, type Texts, t } from "../../i18n";
import { arranged, mapped, placed } from "./arrangement";
import { Autosave, type DraftState, type SaveTarget } from "./autosave";
import { autosize } from "./autosize";
import { type Content, contentOf, EMPTY, type Picture, type Saved, same, savedOf } from "./content";
import { showCount } from "./counter";
import { fillForm, readForm, textField } from "./fields";
import { Notices } from "./notices";
import { isStuck, type PendingSave } from "./pending-save";
import { SaveLine, type SaveState } from "./save-line";
import { Upload } from "./upload";

/** The state of one `<entry-form>`: the form's content, the entry it will be saved to, and the messages about it. */
export class Editor {
  readonly element: HTMLElement;
  readonly form: HTMLFormElement;
  readonly texts: Texts;
  readonly notices: Notices;
  readonly autosave: Autosave;
  readonly upload: Upload;
  target: SaveTarget;
  /** Whether the page knows the saved entry; the offline page does not. */
  isSavedKnown: boolean;
  /** The form's diary day is over. */
  readonly late: boolean;
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
  #known: Content;
  #pictures: Picture[];
  /** The saved recording. */
  #audio: Recording | null;
  /** Why this browser does not store the whole draft; undefined if it does. */
  #storageProblem: Exclude<DraftState, "nothing" | "local"> | undefined;

  constructor(element: HTMLElement, form: HTMLFormElement) {
    const { texts, saved: json, userId = "", date = "", entryId, version, ticket = "" } = element.dataset;
    const saved: Saved = { ...EMPTY, ...parse<Partial<Saved>>(json, {}) };
    this.isSavedKnown = json !== undefined;
    this.late = element.hasAttribute("data-late");
    this.element = element;
    this.form = form;
    this.texts = parse<Texts>(texts, {});
    this.#line = new SaveLine(element.querySelector("[data-save-line]"), this.texts, !entryId);
    this.upload = new Upload(element.querySelector("[data-upload]"), this.texts);
    this.notices = new Notices(element.querySelector("[data-notice]"));
    this.target = {
      userId,
      date,
      entryId: entryId || null,
      version: version ? Number(version) : null,
      ticket,
      saved: contentOf(saved),
    };
    if (this.isSavedKnown) this.target.base = this.target.saved;
    this.#known = this.target.saved;
    this.#pictures = saved.images;
    this.#audio = saved.audio;
    this.autosave = new Autosave(
      () => this.read(),
      () => this.target,
      (state) => this.#showDraftState(state),
    );
    this.#show();
  }

  read(): Content {
    this.#known = readForm(this.form, this.#known, this.#audio);
    return this.#known;
  }

  fill(content: Content): void {
    this.#known = this.isSavedKnown ? this.#withoutDeleted(content) : content;
    fillForm(this.form, this.#known, this.#pictures);
    this.#show();
    this.element.dispatchEvent(new CustomEvent("entry-filled"));
  }

  /** `content` without saved pictures that were deleted; a saved recording becomes the one that is saved now. */
  #withoutDeleted(content: Content): Content {
    const isThere = (url: string) => this.#pictures.some((picture) => picture.url === url);
    const there = mapped(placed(content), (one) =>
      one.picture instanceof File || isThere(one.picture) ? one : undefined,
    );
    return { ...content, ...arranged(there), audio: content.audio && this.#audio };
  }

  /** A widget that failed was loaded again. The form still knows its value. */
  again(): void {
    fillForm(this.form, this.read(), this.#pictures);
  }

  /** The person changed something. */
  changed(): void {
    this.#failed = false;
    this.#show();
    this.autosave.changed();
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
    const saved = savedOf(entry);
    const { id: entryId, version = null, date } = entry;
    if (!this.target.entryId) history.replaceState(history.state, "", `/edit/${entryId}`);
    const now = contentOf(saved);
    this.target = { ...this.target, entryId, version, date, saved: now, base: now };
    this.isSavedKnown = true;
    this.#pictures = saved.images;
    this.#audio = saved.audio;
    this.#line.settle(entry.updatedAt ? Date.parse(entry.updatedAt) : Date.now());
    // Their undo buttons would restore an older version.
    this.notices.remove("restored");
    this.notices.remove("version");
    this.notices.remove("gone");
    const { dataset } = this.element;
    dataset.mode = "edit";
    dataset.entryId = entryId;
    dataset.version = String(version ?? "");
    dataset.saved = JSON.stringify(saved);
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
    const field = textField(this.form, "text");
    showCount(this.element.querySelector("[data-counter]"), field, field?.value ?? "", this.texts);
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
