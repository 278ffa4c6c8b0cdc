// What became of a press, said by the pressed button itself: nothing lies over the page.
import { element } from "../editor/elements";
import type { Toast } from "../events";

/** As long as a toast. */
const DURATION = 5000;
/** A region stands for a moment before its words come, or they are not heard. */
const HEARD = 100;

const ends = new WeakMap<Element, () => void>();

/** Whether the button with these words in `data-told` was pressed last; it says them for a while in its `[data-label]`. */
export function tellByButton({ title, description, action, also }: Toast, pressed: Element | undefined): boolean {
  const button = pressed?.closest<HTMLElement>("[data-told]");
  const label = button?.querySelector("[data-label]");
  if (!button?.isConnected || !label || button.dataset.told !== title || description || action || also) return false;
  ends.get(button)?.();
  const before = label.textContent;
  const region = element("p", { className: "visually-hidden" });
  region.role = "status";
  button.after(region);
  label.textContent = title;
  button.dataset.state = "told";
  const saying = setTimeout(() => {
    region.textContent = title;
  }, HEARD);
  const end = () => {
    clearTimeout(saying);
    clearTimeout(ending);
    ends.delete(button);
    region.remove();
    label.textContent = before;
    delete button.dataset.state;
  };
  const ending = setTimeout(end, DURATION);
  ends.set(button, end);
  return true;
}
