import { focusMenuOf } from "../shared/ui/menu";

/** Opens and closes the dialogs of buttons with a `command` in browsers that do not know it (Safari before 26.2, Firefox before 144). */
export function openByCommand(): void {
  if ("commandForElement" in HTMLButtonElement.prototype) return;
  document.addEventListener("click", ({ target, defaultPrevented }) => {
    const button = (target as Element).closest("button[command]");
    const dialog = document.getElementById(button?.getAttribute("commandfor") ?? "");
    if (defaultPrevented || !(dialog instanceof HTMLDialogElement)) return;
    const command = button?.getAttribute("command");
    if (command === "close") dialog.close();
    else if (command === "show-modal" && !dialog.open) dialog.showModal();
  });
}

/** After what was opened from a menu, the focus is where the menu is, or at the item that opened it. */
export function leadBackFromDialogs(): void {
  document.addEventListener(
    "toggle",
    (event) => {
      const { target, newState } = event as ToggleEvent;
      if (!(target instanceof HTMLElement) || !target.matches("[popover]") || newState !== "closed") return;
      // Browsers lead back from a popover by themselves, but not from one in another one.
      if (!hasFocusElsewhere(target)) focusOpener(`[popovertarget="${target.id}"]`);
    },
    { capture: true },
  );
  const lead = ({ target }: Event) => {
    if (target instanceof HTMLDialogElement && !hasFocusElsewhere(target)) focusOpener(`[commandfor="${target.id}"]`);
  };
  document.addEventListener("close", lead, { capture: true });
}

function focusOpener(selector: string): void {
  const openers = [...document.querySelectorAll<HTMLElement>(selector)];
  const shown = openers.find((opener) => opener.checkVisibility());
  if (shown) shown.focus({ preventScroll: true });
  else openers.forEach(focusMenuOf);
}

/** Whether the focus has moved out of `closed`. An element in `closed` may keep it for a moment. */
function hasFocusElsewhere(closed: Element): boolean {
  const { activeElement } = document;
  return activeElement !== null && activeElement !== document.body && !closed.contains(activeElement);
}
