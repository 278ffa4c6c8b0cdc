import type { Save } from "../save/save";
import { type Content, same, sameFiles, sameNewRecording } from "../state/content";
import {
  type Draft,
  deleteDraft,
  isFull,
  isStamp,
  keyOf,
  type MergeBase,
  type Place,
  replaceDraft,
  type Stamp,
  siblingKey,
  writeDraft,
  writerAt,
} from "./drafts";
import { KeyLock } from "./lock";

/** Milliseconds from the first change until the draft is written; the promise is half a second. */
const DELAY = 250;

/** The state of the stored draft. `words_only`: the disk is too full for the photos; `full`: for anything. */
export type DraftState = "nothing" | "local" | "words_only" | "full" | "no_storage";

/** The target of the form's save: the entry, its version, and its content as the page has it (`saved`). */
export type SaveTarget = Place & MergeBase & { ticket: string; saved: Content; pendingSave?: Save };

/** What is written, and who shows how that went. */
type Form = { read(): Content; readonly target: SaveTarget; showDraftState(state: DraftState): void };

/** Autosaves of this page, so that signing out can wait for them. */
const running = new Set<Autosave>();

/** Writes the draft of one form: soon after a change, and at once when the page is hidden. */
export class Autosave {
  /** Distinguishes this form's draft from one that another tab writes on the same day. */
  readonly writer = `${Date.now()}-${Math.random()}`;
  #lock = new KeyLock();
  /** Locks of the sibling keys at which this form wrote, so that no other page sends or deletes those drafts. */
  #siblingLocks = new Map<string, KeyLock>();
  /** The keys at which this form may have a draft. */
  #written = new Set<string>();
  #form: Form;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<unknown> = Promise.resolve();
  /** The last write, with the files and the pending save that the stored draft has. */
  #stored: Pick<Draft, "key" | "files" | "audioFile" | "pendingSave" | "writer" | "writtenAt"> | undefined;
  #stopped = false;

  constructor(form: Form) {
    this.#form = form;
    running.add(this);
  }

  changed(): void {
    if (!this.#stopped) this.#timer ??= setTimeout(() => void this.flush(), DELAY);
  }

  /** The key at which this form writes: that of its day or entry while it holds the lock, otherwise a sibling key. */
  get key(): string {
    const key = keyOf(this.#form.target);
    return this.#lock.has(key) ? key : siblingKey(key, this.writer);
  }

  /** Locks the key of the day or entry, and with it the draft that is stored there. */
  lockKey(): Promise<void> {
    return this.#lock.acquire(keyOf(this.#form.target));
  }

  /** Moves to the key of the form's new day or entry, unless there is another form's draft. */
  async moveToKey(): Promise<void> {
    this.#stored = undefined;
    const key = keyOf(this.#form.target);
    // Until the lock is acquired, the form writes at a sibling key.
    await this.#lock.acquire(key, async () => {
      const writer = await writerAt(key).catch(() => undefined);
      return writer === undefined || writer === this.writer;
    });
  }

  /** Releases the locks for other pages: in the back/forward cache this page would lock them without running. */
  release(): void {
    this.#lock.release();
    for (const lock of this.#siblingLocks.values()) lock.release();
    this.#siblingLocks.clear();
  }

  /** Whether a change waits for its draft. */
  get waiting(): boolean {
    return this.#timer !== undefined;
  }

  /**
   * Writes the draft now, or deletes it if the form equals the saved entry. The database keeps the order of writes, so no
   * write waits for the previous one; a closing page has no time for that.
   */
  flush(): Promise<unknown> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#stopped) this.#also(this.#keep(this.#form.read(), this.#form.target));
    return this.#work;
  }

  /** Deletes the drafts that this form wrote. */
  forget(): Promise<unknown> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#stored = undefined;
    this.#also(this.#drop().catch(() => undefined));
    return this.#work;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    running.delete(this);
    void this.#work.then(() => this.release());
  }

  #also(work: Promise<void>): void {
    this.#work = Promise.all([this.#work, work]);
  }

  async #keep(content: Content, target: SaveTarget): Promise<void> {
    const { key } = this;
    try {
      if (same(content, target.saved)) {
        this.#stored = undefined;
        await this.#drop();
        return this.#form.showDraftState("nothing");
      }
      const { saved: _, ...place } = target;
      const draft: Draft = { ...content, ...place, key, writer: this.writer, writtenAt: Date.now() };
      const { files, audioFile, writtenAt, pendingSave } = draft;
      const stored = this.#stored?.key === key ? this.#stored : undefined;
      const known = stored && sameFiles(stored.files, files) && sameNewRecording(stored.audioFile, audioFile);
      this.#written.add(key);
      this.#lockSibling(key);
      const whole = known ? await this.#writeWords(draft, stored) : await this.#write(draft);
      const save = pendingSave && { pendingSave };
      if (whole) this.#stored = { key, files, audioFile, ...save, writer: this.writer, writtenAt };
      await this.#drop(key);
      this.#form.showDraftState(whole ? "local" : "words_only");
    } catch (error) {
      console.error(error);
      this.#form.showDraftState(isFull(error) ? "full" : "no_storage");
    }
  }

  /** The draft is written without waiting for this lock, since no other page knows the key. */
  #lockSibling(key: string): void {
    if (this.#lock.has(key) || this.#stopped) return;
    const lock = this.#siblingLocks.get(key) ?? new KeyLock();
    this.#siblingLocks.set(key, lock);
    // Not if `release` was called meanwhile.
    void lock.acquire(key, async () => this.#siblingLocks.get(key) === lock);
  }

  /** Writes the draft with its files and its pending save. If those do not fit, writes the text alone and returns false. */
  async #write(draft: Draft): Promise<boolean> {
    try {
      await writeDraft(draft, true);
      return true;
    } catch (error) {
      if (!isFull(error)) throw error;
      await writeDraft(withoutSave(draft), false);
      return false;
    }
  }

  /** Writes the text, and the pending save if it is a new one. The files are stored already, unless another page changed or deleted the draft; then they are written again. */
  async #writeWords(draft: Draft, stored: Stamp & Pick<Draft, "pendingSave">): Promise<boolean> {
    const before = await writeDraft(draft, false, draft.pendingSave !== stored.pendingSave).catch((error) => {
      if (!isFull(error)) throw error;
      return writeDraft(withoutSave(draft), false);
    });
    if (isStamp(before, stored)) return true;
    try {
      // Unless a newer draft came.
      await replaceDraft(draft, true, draft);
      return true;
    } catch (error) {
      if (!isFull(error)) throw error;
      return false;
    }
  }

  /** Deletes the drafts that this form wrote, except at `kept`. */
  async #drop(kept?: string): Promise<void> {
    const gone = [...this.#written].filter((key) => !kept || (key !== kept && key !== this.key));
    for (const key of gone) this.#written.delete(key);
    await Promise.all(gone.map((key) => deleteDraft(key, this.writer)));
  }
}

function withoutSave({ pendingSave: _, ...draft }: Draft): Draft {
  return draft;
}

/** Writes all drafts of the page that are still waiting. */
export function flushAll(): Promise<unknown> {
  return Promise.all([...running].filter((autosave) => autosave.waiting).map((autosave) => autosave.flush()));
}

export function stopAll(): void {
  for (const autosave of running) autosave.stop();
}
