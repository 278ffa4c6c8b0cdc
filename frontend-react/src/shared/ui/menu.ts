/** Focuses the button of the menu that contains `opener`, if that menu has closed meanwhile. */
export function focusMenuOf(opener: Element | null): void {
  const menu = opener?.closest("[popover]");
  if (!menu?.id || menu.matches(":popover-open")) return;
  document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`)?.focus();
}
