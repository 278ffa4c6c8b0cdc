/** The source of what no service made (`domain/src/assistant.rs`). */
const LOCAL = "local";

/** What is said of a summary that a program made: nothing that this server picked by itself is an AI's. */
export function markWords(mark: HTMLElement, source: string): string {
  return (source === LOCAL ? mark.dataset.automatic : mark.dataset.ai) ?? "";
}
