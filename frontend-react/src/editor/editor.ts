import type { Entry, Recording } from "../domain";
import { send, type Toast } from "../events";
import { type Key, parse, type Texts, t } from "../i18n";
import { arranged, mapped, placed } from "./arrangement";
import { Autosave, type Base, type Kept } from "./autosave";
import { type Content, contentOf, EMPTY, type Picture, type Saved, same, savedOf } from "./content";
import { showCount } from "./counter";
import { fillForm, readForm, textField } from "./fields";
import { grow } from "./grow";
import { Notices } from "./notices";
import { isStuck, type Outgoing } from "./outgoing";
import { SaveLine, type SaveState } from "./save-line";
import { Upload } from "./upload";

/** The state of one `<entry-form>`: what is in the form, over what it will be saved, and what the page says about it. */
export class Editor {
  readonly element: HTMLElement;
  readonly form: HTMLFormElement;
  readonly texts: Texts;
  readonly notices: Notices;
  readonly autosave: Autosave;
  readonly upload: Upload;
  base: Base;
  /** Whether the page says what the server has; without a connection it cannot. */
  isSavedKnown: boolean;
  /** The form's day is over. */
  readonly late: boolean;
  sending = false;
  /** A save waits for the person to sign in again. */
  waitsForSignIn = false;
  /** The new entry is saved and the next page is on its way. */
  left = false;
  #line: SaveLine;
  /** The line says that a save failed, and nothing was changed since. */
  #failed = false;
  /** How the line says that a save waits to be sent again. */
  #waiting: "queued" | "unclear" = "queued";
  #known: Content;
  #pictures: Picture[];
  /** The saved recording. */
  #audio: Recording | null;
  /** Why this browser does not keep everything that is in the form; undefined where it does. */
  #lacking: Exclude<Kept, "nothing" | "local"> | undefined;

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
    this.base = {
      userId,
      date,
      entryId: entryId || null,
      version: version ? Number(version) : null,
      ticket,
      saved: contentOf(saved),
    };
    if (this.isSavedKnown) this.base.began = this.base.saved;
    this.#known = this.base.saved;
    this.#pictures = saved.images;
    this.#audio = saved.audio;
    this.autosave = new Autosave(
      () => this.read(),
      () => this.base,
      (kept) => this.#kept(kept),
    );
    this.#show();
  }

  read(): Content {
    this.#known = readForm(this.form, this.#known, this.#audio);
    return this.#known;
  }

  fill(content: Content): void {
    this.#known = this.isSavedKnown ? this.#there(content) : content;
    fillForm(this.form, this.#known, this.#pictures);
    this.#show();
    this.element.dispatchEvent(new CustomEvent("entry-filled"));
  }

  /** `content` without kept pictures that are gone; the recording that it keeps is the one that is saved now. */
  #there(content: Content): Content {
    const isThere = (url: string) => this.#pictures.some((picture) => picture.url === url);
    const there = mapped(placed(content), (one) =>
      one.picture instanceof File || isThere(one.picture) ? one : undefined,
    );
    return { ...content, ...arranged(there), audio: content.audio && this.#audio };
  }

  /** A widget that failed is loaded again; what it held is still known. */
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
    return !same(this.read(), this.base.saved);
  }

  /** Whether the form's content would be lost with the page. */
  get unsafe(): boolean {
    return this.#lacking !== undefined && this.dirty;
  }

  /** From now on the form is about `entry` as it is there. */
  adopt(entry: Entry): void {
    const saved = savedOf(entry);
    const { id: entryId, version = null, date } = entry;
    if (!this.base.entryId) history.replaceState(history.state, "", `/edit/${entryId}`);
    const now = contentOf(saved);
    this.base = { ...this.base, entryId, version, date, saved: now, began: now };
    this.isSavedKnown = true;
    this.#pictures = saved.images;
    this.#audio = saved.audio;
    this.#line.settle(entry.updatedAt ? Date.parse(entry.updatedAt) : Date.now());
    // Their ways back would lead to an older version.
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
    const waits = state === "queued" || state === "unclear";
    if (waits) this.#waiting = state;
    const relies = state === "failed" || state === "local" || state === "stuck" || waits;
    this.#line.say(relies && this.#lacking ? this.#lacking : state);
  }

  text(key: Key, params?: Record<string, string | number>): string {
    return t(this.texts, key, params);
  }

  toast(toast: Toast): void {
    send("app:toast", toast);
  }

  /** An error and, where it is true, that the text is safe. */
  complain(message: string): void {
    this.toast({ title: this.text("editor.toast.failed_title"), description: message, kind: "error" });
  }

  /** A save is on its way, or was not answered (`outgoing`), or was answered; the draft says so, too. */
  sends(outgoing: Outgoing | undefined): void {
    if (this.base.outgoing === outgoing) return;
    this.base = { ...this.base, outgoing };
    this.autosave.changed();
  }

  /** A save was not answered and is sent again by itself; where somebody has to sign in, not before they did. */
  get waits(): boolean {
    const { outgoing } = this.base;
    return outgoing !== undefined && !outgoing.asks && !this.waitsForSignIn;
  }

  /** A save whose files do not come through waits for its person. */
  get stuck(): boolean {
    const { outgoing } = this.base;
    return outgoing?.asks === true && isStuck(outgoing);
  }

  /** Drafts cannot be read or written in this browser. */
  storageFailed(): void {
    this.#kept("no_storage");
  }

  /** Whether drafts are kept on this device. */
  get safe(): boolean {
    return this.#lacking === undefined;
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
    const update = this.base.entryId !== null;
    if (part === undefined) return this.text(update ? "editor.update" : "editor.save");
    if (uploading && part < 1) return this.text("editor.uploading", { percent: Math.floor(part * 100) });
    return this.text(update ? "editor.updating" : "editor.saving");
  }

  #show(): void {
    const field = textField(this.form, "text");
    showCount(this.element.querySelector("[data-counter]"), field, field?.value ?? "", this.texts);
    grow(field);
  }

  #kept(kept: Kept): void {
    this.#lacking = kept === "nothing" || kept === "local" ? undefined : kept;
    if (this.sending || (kept === "local" && this.#failed)) return;
    if (kept === "nothing") this.#line.rest();
    else if (kept === "local" && this.waits) this.say(this.#waiting);
    else this.say(kept === "local" && this.stuck ? "stuck" : kept);
  }
}
