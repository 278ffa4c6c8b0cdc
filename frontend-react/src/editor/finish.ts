// Widgets that are in the middle of something, such as a recording, end it before the form is read for a save.

/** Detail of `entry-saving`, which the form hears before it is read. */
export type Finish = { wait(what: Promise<unknown>): void };

/** Settles when every widget is done; undefined when none had anything to finish. */
export function finishWidgets(form: HTMLFormElement): Promise<unknown> | undefined {
  const waits: Promise<unknown>[] = [];
  const detail: Finish = { wait: (what) => waits.push(what) };
  form.dispatchEvent(new CustomEvent("entry-saving", { detail }));
  return waits.length > 0 ? Promise.allSettled(waits) : undefined;
}

/** Detail of `entry-leaving`, which the form hears when it is saved and the next page is on its way. */
export type Leaving = { say(words: string): void };

/** What widgets have to say about the entry that was saved; empty when there is nothing. */
export function lastWords(form: HTMLFormElement): string {
  const words: string[] = [];
  const detail: Leaving = { say: (sentence) => words.push(sentence) };
  form.dispatchEvent(new CustomEvent("entry-leaving", { detail }));
  return words.join(" ");
}
