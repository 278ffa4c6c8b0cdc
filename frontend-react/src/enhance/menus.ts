// Keys in menus and questions: the arrows move among their items, and a menu that the focus leaves closes. Menus are popovers, which open, close and
// hear Escape without script. What closes, a menu or a fold, takes its name out of the address.

const MENU = ".menu[popover], .editor-tools[popover]";
/** Else the arrows would scroll the page behind. */
const QUESTION = ".question[open]";
const ITEMS = ":is(a[href], button, input, select):not(:disabled)";

export function hearMenuKeys(): void {
  document.addEventListener("keydown", (event) => {
    const { target, key, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return;
    if (goTo(target, key)) event.preventDefault();
  });
  document.addEventListener("focusin", ({ target }) => {
    for (const menu of document.querySelectorAll<HTMLElement>(`:is(${MENU}):popover-open`)) {
      if (!menu.contains(target as Node) && !isOpenedFrom(menu, target as Element)) menu.hidePopover();
    }
  });
  // `toggle` does not bubble.
  document.addEventListener("toggle", (event) => event.newState === "closed" && forget(event.target as Element), true);
}

/** Else a reload would lead to something that is closed. */
function forget(closed: Element): void {
  const named = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (named && closed.contains(named)) history.replaceState(history.state, "", location.pathname + location.search);
}

/** Focuses the item that `key` leads to, from an item or from the menu's button. */
function goTo(from: Element, key: string): boolean {
  const within = from.closest<HTMLElement>("dialog, [popover]");
  const button = from.closest<HTMLElement>("[popovertarget]");
  const isInside = within?.matches(`:is(${MENU}):popover-open, ${QUESTION}`) === true;
  const menu = isInside ? within : menuOf(button);
  const isOpen = isInside || menu?.matches(":popover-open") === true;
  if (!menu || !["ArrowDown", "ArrowUp", ...(isOpen ? ["Home", "End"] : [])].includes(key)) return false;
  if (!isOpen) button?.click();
  const items = [...menu.querySelectorAll<HTMLElement>(ITEMS)].filter(
    (item) => item.closest("dialog, [popover]") === menu && item.checkVisibility({ visibilityProperty: true }),
  );
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: (at + 1) % items.length, ArrowUp: at > 0 ? at - 1 : -1, Home: 0, End: -1 }[key];
  items.at(to ?? 0)?.focus();
  return true;
}

function menuOf(button: Element | null): HTMLElement | null {
  const menu = document.getElementById(button?.getAttribute("popovertarget") ?? "");
  return menu?.matches(MENU) ? menu : null;
}

/** Whether `element` is the menu's button, or in something that a button of the menu opened. */
function isOpenedFrom(menu: HTMLElement, element: Element): boolean {
  if (menuOf(element.closest("[popovertarget]")) === menu) return true;
  const { id } = element.closest("[popover]") ?? {};
  return Boolean(id) && menu.querySelector(`[popovertarget="${id}"]`) !== null;
}
