// Feedback in the pressed button itself, in place of a toast over the page.

import type { Toast } from "../../shared/events";
import { element } from "../../shared/ui/elements";

/** Duration in milliseconds, the same as of a toast. */
const DURATION = 5000;
/** Milliseconds between adding the status region and filling it: a screen reader ignores a region that comes with its text. */
const REGION_DELAY = 100;

const running = new WeakMap<Element, () => void>();

/**
 * Shows the toast's title in the `[data-label]` of the pressed button for a while, if the button has that title in `data-told`.
 * Returns false if the toast has to be shown as a toast.
 */
export function showOnButton({ title, description, action, also }: Toast, pressed: Element | undefined): boolean {
  const button = pressed?.closest<HTMLElement>("[data-told]");
  const label = button?.querySelector("[data-label]");
  if (!button?.isConnected || !label || button.dataset.told !== title || description || action || also) return false;
  running.get(button)?.();
  const before = label.textContent;
  const region = element("p", { className: "visually-hidden" });
  region.role = "status";
  button.after(region);
  label.textContent = title;
  button.dataset.state = "told";
  const speaking = setTimeout(() => {
    region.textContent = title;
  }, REGION_DELAY);
  const end = () => {
    clearTimeout(speaking);
    clearTimeout(ending);
    running.delete(button);
    region.remove();
    label.textContent = before;
    delete button.dataset.state;
  };
  const ending = setTimeout(end, DURATION);
  running.set(button, end);
  return true;
}
