// Widgets that are busy, for example with a recording, finish before the form is read for a save.

/** Detail of `entry-saving`, which is dispatched on the form before it is read. */
export type Finish = { wait(what: Promise<unknown>): void };

/** Settles when all widgets are finished; undefined if none was busy. */
export function finishWidgets(form: HTMLFormElement): Promise<unknown> | undefined {
  const waits: Promise<unknown>[] = [];
  const detail: Finish = { wait: (what) => waits.push(what) };
  form.dispatchEvent(new CustomEvent("entry-saving", { detail }));
  return waits.length > 0 ? Promise.allSettled(waits) : undefined;
}

/** Detail of `entry-leaving`, which is dispatched on the form when it is saved and the next page loads. */
export type Leaving = { say(words: string): void };

/** The widgets' messages about the saved entry; empty if there is none. */
export function leavingMessages(form: HTMLFormElement): string {
  const words: string[] = [];
  const detail: Leaving = { say: (sentence) => words.push(sentence) };
  form.dispatchEvent(new CustomEvent("entry-leaving", { detail }));
  return words.join(" ");
}
