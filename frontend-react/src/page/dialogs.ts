// Dialogs that a button opens by name; a form that was answered closes the one around it.

/** `[data-opens=ID]` opens the dialog `#ID`. */
export function hearDialogs(): void {
  document.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("[data-opens]");
    if (!button) return;
    const dialog = document.getElementById(button.dataset.opens ?? "");
    if (!(dialog instanceof HTMLDialogElement) || dialog.open) return;
    // First the menu around the button: the focus then comes back to what opened that.
    button.closest<HTMLElement>("[popover]")?.hidePopover?.();
    dialog.showModal();
  });
  document.addEventListener("api-form:done", (event) => {
    (event.target as Element).closest("dialog")?.close();
  });
}
