import { type Content, same, sameFiles, sameNewRecording } from "./content";
import {
  beside,
  type Draft,
  deleteDraft,
  isFull,
  isStamp,
  keyOf,
  type Place,
  type Stamp,
  writeDraft,
  writeFiles,
  writerAt,
} from "./drafts";
import { Hold } from "./hold";
import type { Outgoing } from "./outgoing";

/** Milliseconds from the first change to the draft; half a second is promised. */
const DELAY = 250;

/** `words_only`: the disk is too full for the photos, `full`: for anything. */
export type Kept = "nothing" | "local" | "words_only" | "full" | "no_storage";

/** Where the form stands: what it would be saved over, `saved` as the page has it. */
export type Base = Place & Beginning & { ticket: string; saved: Content; outgoing?: Outgoing };
type Beginning = Pick<Draft, "version" | "began">;

/** Autosaves of this page, so that signing out can wait for them. */
const running = new Set<Autosave>();

/** Keeps the draft of one form: soon after a change, and at once when the page is hidden. */
export class Autosave {
  /** Tells this form's draft from one that another tab wrote on the same day. */
  readonly writer = `${Date.now()}-${Math.random()}`;
  #hold = new Hold();
  /** Keys beside it at which this form wrote: no other page sends or deletes what is being typed there. */
  #besides = new Map<string, Hold>();
  /** Keys at which this form may have a draft. */
  #written = new Set<string>();
  #read: () => Content;
  #base: () => Base;
  #told: (kept: Kept) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<unknown> = Promise.resolve();
  /** The files that the stored draft at this key has. */
  #stored: Pick<Draft, "key" | "files" | "audioFile" | "writer" | "writtenAt"> | undefined;
  #stopped = false;

  constructor(read: () => Content, base: () => Base, told: (kept: Kept) => void) {
    this.#read = read;
    this.#base = base;
    this.#told = told;
    running.add(this);
  }

  changed(): void {
    if (!this.#stopped) this.#timer ??= setTimeout(() => void this.flush(), DELAY);
  }

  /** Where this form writes: at the key of its day or entry while it holds that one, else beside it. */
  get key(): string {
    const key = keyOf(this.#base());
    return this.#hold.has(key) ? key : beside(key, this.writer);
  }

  /** Takes the key of the day or entry, and with it what is stored there. */
  take(): Promise<void> {
    return this.#hold.take(keyOf(this.#base()));
  }

  /** Goes with the form to another day or entry, unless an unsaved text lies there already. */
  async follow(): Promise<void> {
    this.#stored = undefined;
    const key = keyOf(this.#base());
    // Whatever is written meanwhile is written beside it.
    await this.#hold.take(key, async () => {
      const writer = await writerAt(key).catch(() => undefined);
      return writer === undefined || writer === this.writer;
    });
  }

  /** Lets another page have the key; the browser may keep this one without letting it run. */
  release(): void {
    this.#hold.release();
    for (const hold of this.#besides.values()) hold.release();
    this.#besides.clear();
  }

  /** Whether a change waits for its draft. */
  get waiting(): boolean {
    return this.#timer !== undefined;
  }

  /**
   * Writes the draft now, or removes it when the form holds what is saved. The database keeps the order of the writes,
   * so none waits for the one before: a page that is being closed has no time for that.
   */
  flush(): Promise<unknown> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#stopped) this.#also(this.#keep(this.#read(), this.#base()));
    return this.#work;
  }

  /** Removes what this form wrote. */
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

  async #keep(content: Content, base: Base): Promise<void> {
    const { key } = this;
    try {
      if (same(content, base.saved)) {
        this.#stored = undefined;
        await this.#drop();
        return this.#told("nothing");
      }
      const { saved: _, ...place } = base;
      const draft: Draft = { ...content, ...place, key, writer: this.writer, writtenAt: Date.now() };
      const { files, audioFile } = content;
      const stored = this.#stored?.key === key ? this.#stored : undefined;
      const known = stored && sameFiles(stored.files, files) && sameNewRecording(stored.audioFile, audioFile);
      this.#written.add(key);
      this.#holdBeside(key);
      const whole = known ? await this.#writeWords(draft, stored) : await this.#write(draft);
      if (whole) this.#stored = { key, files, audioFile, writer: draft.writer, writtenAt: draft.writtenAt };
      await this.#drop(key);
      this.#told(whole ? "local" : "words_only");
    } catch (error) {
      console.error(error);
      this.#told(isFull(error) ? "full" : "no_storage");
    }
  }

  /** The words are not kept waiting for the lock: nobody else knows the key. */
  #holdBeside(key: string): void {
    if (this.#hold.has(key) || this.#stopped) return;
    const hold = this.#besides.get(key) ?? new Hold();
    this.#besides.set(key, hold);
    // A page that let go of everything meanwhile does not want it any more.
    void hold.take(key, async () => this.#besides.get(key) === hold);
  }

  /** Where photos do not fit any more, the words still may; false then. */
  async #write(draft: Draft): Promise<boolean> {
    try {
      await writeDraft(draft, true);
      return true;
    } catch (error) {
      if (!isFull(error)) throw error;
      await writeDraft(draft, false);
      return false;
    }
  }

  /** The files are there already, unless another page sent, changed or deleted the draft meanwhile: then they are written again. */
  async #writeWords(draft: Draft, stored: Stamp): Promise<boolean> {
    const before = await writeDraft(draft, false);
    if (isStamp(before, stored)) return true;
    try {
      await writeFiles(draft);
      return true;
    } catch (error) {
      if (!isFull(error)) throw error;
      return false;
    }
  }

  /** Deletes what this form wrote, at any key but `kept`. */
  async #drop(kept?: string): Promise<void> {
    const gone = [...this.#written].filter((key) => !kept || (key !== kept && key !== this.key));
    for (const key of gone) this.#written.delete(key);
    await Promise.all(gone.map((key) => deleteDraft(key, this.writer)));
  }
}

/** Writes what every form of the page still has to write. */
export function flushAll(): Promise<unknown> {
  return Promise.all([...running].filter((autosave) => autosave.waiting).map((autosave) => autosave.flush()));
}

export function stopAll(): void {
  for (const autosave of running) autosave.stop();
}
