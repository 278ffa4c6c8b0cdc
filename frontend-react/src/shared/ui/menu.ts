/** What opened a dialog may stand in a menu that has closed meanwhile: the button of that menu gets the focus then. */
export function focusMenuOf(opener: Element | null): void {
  const menu = opener?.closest("[popover]");
  if (!menu?.id || menu.matches(":popover-open")) return;
  document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`)?.focus();
}
