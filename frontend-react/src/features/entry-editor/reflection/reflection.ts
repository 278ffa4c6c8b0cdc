import type { Question, ReflectionAnswer, Visibility } from "../../../shared/domain";
import { REFLECTION_ANSWER, REFLECTION_ANSWERS } from "../../../shared/limits";
import { mergeAnswer, type PendingAnswer, sameAnswers, trimmed } from "../merge/answers";
import { type Calls, type Removal, type Result, serverCalls } from "../save/answer-calls";
import { length } from "../state/counter";

/** Milliseconds after typing stops (spec 9). */
const DELAY = 1000;

/** `changed`: another page had saved another answer, which is merged into this one. */
export type State = "resting" | "sending" | Exclude<Result["kind"], "saved">;

export type Card = {
  questionId: string;
  /** The saved answer's id. */
  id: string | null;
  /** The answer as saved; empty for none. */
  saved: string;
  text: string;
  state: State;
  /** The server's message for a refusal. */
  message: string | undefined;
};

/** `isWaiting`: the answers are saved with the entry, or after it. */
export type Shown = { cards: Card[]; isWaiting: boolean; canAdd: boolean; canSwap: boolean; notLoaded: boolean };

type Options = {
  questions: Question[];
  answers: ReflectionAnswer[];
  /** The entry of `answers`. */
  answered: string | null;
  /** The entry that the form is about now; null before the first save. */
  entryId: () => string | null;
  ticket: () => string;
  /** The readers of an answer by the form; undefined while the saved entry still has more readers. */
  readers: () => Visibility | undefined;
  /** Called when `pending` changed. */
  changed: () => void;
  /** Called when the sign-in has ended. */
  unauthorized: () => void;
  calls?: Calls;
};

/** The state of the reflection block: the questions that are shown, their answers, and whether those are saved. */
export class Reflection {
  #options: Options;
  #calls: Calls;
  #cards: Card[] = [];
  /** The entry whose saved answers are in the cards. */
  #known: string | null;
  #seen = new Set<string>();
  #listeners = new Set<() => void>();
  #snapshot: Shown | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<void> | undefined;
  #notLoaded = false;
  /** Answers whose save got no response, by question: the server may have them. */
  #unsure = new Map<string, string[]>();
  /** Questions whose answers are being removed; those are not sent any more. */
  #removing = new Set<string>();

  constructor(options: Options) {
    this.#options = options;
    this.#calls = options.calls ?? serverCalls;
    this.#known = options.answered;
    for (const answer of options.answers) this.#cards.push(savedCard(answer));
    this.#atLeastOne();
  }

  subscribe = (heard: () => void): (() => void) => {
    this.#listeners.add(heard);
    return () => this.#listeners.delete(heard);
  };

  shown = (): Shown => {
    this.#snapshot ??= {
      cards: this.#cards,
      isWaiting: this.#options.entryId() === null || this.#options.readers() === undefined,
      canAdd: this.#cards.length < REFLECTION_ANSWERS && this.#unseen().length > 0,
      canSwap: this.#unseen().length > 0,
      notLoaded: this.#notLoaded,
    };
    return this.#snapshot;
  };

  question(id: string): string {
    return this.#options.questions.find((question) => question.id === id)?.question ?? "";
  }

  /** The answers that the server does not have, without empty ones. */
  get pending(): PendingAnswer[] {
    const dirty = this.#cards.filter((card) => isDirty(card) && trimmed(card.text) !== "");
    return dirty.map(({ questionId, text, saved }) => ({ questionId, answer: text, previous: saved }));
  }

  /** Replaces the pending answers. They are merged with answers that another page saved meanwhile. */
  take(pending: PendingAnswer[]): void {
    if (sameAnswers(pending, this.pending)) return;
    const kept = this.#cards.flatMap((card) => {
      if (pending.some(({ questionId }) => questionId === card.questionId) || !isDirty(card)) return [card];
      return card.saved ? [{ ...card, text: card.saved, state: "resting" as const }] : [];
    });
    const loaded = this.#isLoaded;
    for (const answer of pending) {
      const at = kept.findIndex((card) => card.questionId === answer.questionId);
      const before = kept[at] ?? emptyCard(answer.questionId);
      const saved = loaded ? before.saved : answer.previous;
      const text = loaded ? mergeAnswer(saved, answer) : answer.answer;
      const card: Card = { ...before, saved, text, state: "resting" };
      if (at < 0) kept.push(card);
      else kept[at] = card;
    }
    this.#cards = kept.length > 1 ? kept.filter((card) => card.saved || card.text) : kept;
    this.#atLeastOne();
    this.#show();
    this.#later();
  }

  type(questionId: string, text: string): void {
    this.#change(questionId, { text, message: undefined, state: "resting" });
    this.#options.changed();
    this.#later();
  }

  add(): string | undefined {
    const next = this.#cards.length < REFLECTION_ANSWERS && this.#pick();
    if (!next) return undefined;
    this.#cards = [...this.#cards, emptyCard(next)];
    this.#show();
    return next;
  }

  /** Replaces an unanswered question by one that was not shown before. */
  swap(questionId: string): void {
    const next = this.#pick();
    if (!next) return;
    this.#cards = this.#cards.map((card) => (card.questionId === questionId ? emptyCard(next) : card));
    this.#show();
    this.#options.changed();
  }

  /** Removes an answer. If another page changed it, it stays and is shown. */
  async remove(questionId: string): Promise<Removal["kind"]> {
    if (this.#removing.has(questionId)) return "removed";
    this.#removing.add(questionId);
    const removal = await this.#removed(questionId).finally(() => this.#removing.delete(questionId));
    if (removal.kind === "changed") this.#changed(removal.answer);
    if (removal.kind !== "removed") {
      this.#later();
      return removal.kind;
    }
    this.#unsure.delete(questionId);
    this.#cards = this.#cards.filter((card) => card.questionId !== questionId);
    this.#atLeastOne();
    this.#show();
    this.#options.changed();
    return "removed";
  }

  /** Waits for a call under way, which may be saving the answer that is to be removed. */
  async #removed(questionId: string): Promise<Removal> {
    await this.#work;
    const card = this.#cards.find((card) => card.questionId === questionId);
    const id = card?.id ?? (await this.#idOf(questionId));
    if (id === undefined) return { kind: "failed" };
    if (id === null) return { kind: "removed" };
    const remove = (previous: string) => this.#calls.remove(id, previous, this.#options.ticket());
    const removal = await remove(card?.saved ?? "");
    const isOwn = removal.kind === "changed" && this.#wasAttempted(removal.answer);
    return isOwn ? remove(removal.answer.answer) : removal;
  }

  /** The id of an answer that may have arrived; null if it did not, undefined if that is not known. */
  async #idOf(questionId: string): Promise<string | null | undefined> {
    const entryId = this.#options.entryId();
    if (!entryId || !this.#unsure.has(questionId)) return null;
    const answers = await this.#calls.load(entryId);
    return answers && (answers.find((answer) => answer.questionId === questionId)?.id ?? null);
  }

  /** Whether the saved answer is one that this page sent without getting a response. */
  #wasAttempted({ questionId, answer }: ReflectionAnswer): boolean {
    return this.#unsure.get(questionId)?.includes(answer) ?? false;
  }

  /** The form is about another entry now, or for other readers: loads its answers, and saves the pending ones over them. */
  moved(): void {
    this.#show();
    void this.flush();
  }

  /** Saves the pending answers now. A refused answer waits until it is changed. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#work ??= this.#save().finally(() => {
      this.#work = undefined;
    });
    return this.#work;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  get #isLoaded(): boolean {
    return this.#known === this.#options.entryId();
  }

  #later(): void {
    clearTimeout(this.#timer);
    if (this.#options.entryId()) this.#timer = setTimeout(() => void this.flush(), DELAY);
  }

  async #save(): Promise<void> {
    const entryId = this.#options.entryId();
    if (!entryId || !(await this.#load(entryId))) return;
    const attempted = new Set<string>();
    for (;;) {
      const isNext = (card: Card) => isSendable(card) && !attempted.has(attemptKey(card));
      const card = this.#cards.find((card) => isNext(card) && !this.#removing.has(card.questionId));
      const seenVisibility = this.#options.readers();
      if (!card || !seenVisibility) return;
      const { questionId, text, saved: previous } = card;
      attempted.add(attemptKey(card));
      if (card.state !== "changed") this.#change(questionId, { state: "sending" });
      const place = { entryId, questionId, seenVisibility, ticket: this.#options.ticket() };
      const form = { ...place, answer: trimmed(text), previous };
      const result = await this.#calls.save(form);
      if (result.kind === "failed") {
        this.#unsure.set(questionId, [...(this.#unsure.get(questionId) ?? []), form.answer]);
      }
      const now = this.#cards.find((card) => card.questionId === questionId);
      if (result.kind === "saved") {
        const { id, answer: saved } = result.answer;
        this.#unsure.delete(questionId);
        this.#change(questionId, { id, saved, state: now?.state === "changed" ? "changed" : "resting" });
        this.#options.changed();
      } else if (result.kind === "changed") {
        this.#changed(result.answer);
      } else if (now?.text === text) {
        this.#change(questionId, { state: result.kind, message: result.message });
        // Whoever goes on typing is asked after the next attempt.
        if (result.kind === "unauthorized") this.#options.unauthorized();
      }
      if (result.kind === "unauthorized") return;
    }
  }

  async #load(entryId: string): Promise<boolean> {
    if (this.#known === entryId) return true;
    const answers = await this.#calls.load(entryId);
    this.#notLoaded = answers === undefined;
    if (answers) {
      this.#known = entryId;
      this.#merge(answers);
      this.#options.changed();
    }
    this.#show();
    return answers !== undefined;
  }

  /** Another page saved `remote` meanwhile; an unsaved answer is merged with it. */
  #changed(remote: ReflectionAnswer): void {
    const { id, questionId, answer: saved } = remote;
    const card = this.#cards.find((card) => card.questionId === questionId);
    if (!card) return;
    const wasAttempted = this.#wasAttempted(remote);
    const hasLocal = isDirty(card) && trimmed(card.text) !== "";
    const local = { questionId, answer: card.text, previous: wasAttempted ? saved : card.saved };
    const text = hasLocal ? mergeAnswer(saved, local) : saved;
    this.#change(questionId, { id, saved, text, message: undefined, state: wasAttempted ? card.state : "changed" });
    this.#options.changed();
  }

  #merge(answers: ReflectionAnswer[]): void {
    const local = this.#cards.filter((card) => isDirty(card) || card.text === "");
    const merged = answers.map((answer) => {
      const card = local.find((card) => card.questionId === answer.questionId);
      if (!card) return savedCard(answer);
      const text = mergeAnswer(answer.answer, { questionId: card.questionId, answer: card.text, previous: card.saved });
      return { ...savedCard(answer), text: card.text ? text : answer.answer };
    });
    const rest = local.filter((card) => !merged.some(({ questionId }) => questionId === card.questionId));
    const free = merged.length > 0 ? rest.filter((card) => card.text) : rest;
    this.#cards = [...merged, ...free.map((card) => ({ ...card, id: null, saved: "" }))];
    this.#atLeastOne();
  }

  #change(questionId: string, change: Partial<Card>): void {
    this.#cards = this.#cards.map((card) => (card.questionId === questionId ? { ...card, ...change } : card));
    this.#show();
  }

  #show(): void {
    for (const card of this.#cards) this.#seen.add(card.questionId);
    this.#snapshot = undefined;
    for (const heard of this.#listeners) heard();
  }

  #atLeastOne(): void {
    for (const card of this.#cards) this.#seen.add(card.questionId);
    const next = this.#cards.length === 0 && this.#pick();
    if (next) this.#cards = [emptyCard(next)];
  }

  #unseen(): Question[] {
    return this.#options.questions.filter(({ id }) => !this.#seen.has(id));
  }

  #pick(): string | undefined {
    const unseen = this.#unseen();
    const picked = unseen[Math.floor(Math.random() * unseen.length)]?.id;
    if (picked) this.#seen.add(picked);
    return picked;
  }
}

export function isDirty(card: Card): boolean {
  return trimmed(card.text) !== card.saved;
}

function isSendable(card: Card): boolean {
  const tooLong = length(trimmed(card.text)) > REFLECTION_ANSWER;
  return isDirty(card) && trimmed(card.text) !== "" && !tooLong && card.state !== "refused";
}

/** Identifies a call by what it saves over what; repeating the same call would not help. */
function attemptKey({ questionId, saved, text }: Card): string {
  return JSON.stringify([questionId, saved, text]);
}

function emptyCard(questionId: string): Card {
  return { questionId, id: null, saved: "", text: "", state: "resting", message: undefined };
}

function savedCard({ id, questionId, answer }: ReflectionAnswer): Card {
  return { ...emptyCard(questionId), id, saved: answer, text: answer };
}
