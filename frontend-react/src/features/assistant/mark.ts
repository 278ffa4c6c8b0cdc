/** The source of what no service made (`domain/src/assistant.rs`). */
const LOCAL = "local";

/** The label of a summary that a program made. A summary by this server is 'automatic', not an AI's. */
export function markWords(mark: HTMLElement, source: string): string {
  return (source === LOCAL ? mark.dataset.automatic : mark.dataset.ai) ?? "";
}
