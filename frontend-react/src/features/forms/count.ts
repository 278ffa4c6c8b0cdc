// How much is typed into a field that takes only so much.
import { fill } from "../../shared/i18n";
import { length } from "../entry-editor/state/counter";

/** `counter` names its field in `data-count`, the bound in `data-max`, and has `{n}` and `{max}` in `data-words`. */
export function showLength(counter: HTMLElement): void {
  const { count = "", max = "", words = "" } = counter.dataset;
  const field = document.getElementById(count) as HTMLTextAreaElement | null;
  if (!field) return;
  const show = () => {
    const n = length(field.value.trim());
    counter.textContent = fill(words, { n, max });
    counter.dataset.state = n > Number(max) ? "over" : "ok";
  };
  field.addEventListener("input", show);
  field.form?.addEventListener("reset", () => setTimeout(show));
  show();
}
