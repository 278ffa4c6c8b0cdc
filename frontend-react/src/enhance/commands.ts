import { focusMenuOf } from "../shared/ui/menu";

/** Opens the dialog of a button with `command="show-modal"` in browsers that do not know it (Safari before 26.2, Firefox before 144). */
export function openByCommand(): void {
  if ("commandForElement" in HTMLButtonElement.prototype) return;
  document.addEventListener("click", ({ target, defaultPrevented }) => {
    const button = (target as Element).closest("button[command='show-modal']");
    const dialog = document.getElementById(button?.getAttribute("commandfor") ?? "");
    if (!defaultPrevented && dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
  });
}

/** After a dialog that was opened from a menu, the focus is where the menu is; after a question in a menu, at its button. */
export function leadBackFromDialogs(): void {
  document.addEventListener(
    "toggle",
    (event) => {
      const { target, newState } = event as ToggleEvent;
      if (!(target instanceof HTMLElement) || !target.matches(".question") || newState !== "closed") return;
      // Browsers lead back from a popover by themselves, but not from one in another one.
      if (hasFocusElsewhere(target)) return;
      document.querySelector<HTMLElement>(`[popovertarget="${target.id}"]`)?.focus();
    },
    { capture: true },
  );
  const lead = ({ target }: Event) => {
    if (!(target instanceof HTMLDialogElement)) return;
    if (hasFocusElsewhere(target)) return;
    const openers = [...document.querySelectorAll(`[commandfor="${target.id}"]`)];
    if (!openers.some((opener) => opener.checkVisibility())) openers.forEach(focusMenuOf);
  };
  document.addEventListener("close", lead, { capture: true });
}

/** Whether the focus has moved out of `closed`. An element in `closed` may keep it for a moment. */
function hasFocusElsewhere(closed: Element): boolean {
  const { activeElement } = document;
  return activeElement !== null && activeElement !== document.body && !closed.contains(activeElement);
}
