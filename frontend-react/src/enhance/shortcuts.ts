// Keyboard shortcuts: the arrows open the days beside an entry, the slash opens the search.

/** Elements that use keys themselves while they have the focus. */
const BUSY =
  "input, textarea, select, summary, audio, video, dialog, [popover], [role=menu], [role=slider], [role=tablist]";
const EDITABLE = "[contenteditable]:not([contenteditable=false])";

const DAYS: Record<string, string> = { ArrowLeft: "[data-days] a[rel=prev]", ArrowRight: "[data-days] a[rel=next]" };

export function listenForShortcuts(): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.repeat || isBusy(event.target)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const day = DAYS[event.key];
    // The slash needs the shift key on some keyboards.
    const goes =
      event.key === "/" ? search() : day !== undefined && !event.shiftKey && !isOnButton(event.target) && follow(day);
    if (goes) event.preventDefault();
  });
}

function isBusy(target: EventTarget | null): boolean {
  const within = target instanceof Element && target.closest(`${BUSY}, ${EDITABLE}`) !== null;
  return within || document.querySelector("dialog[open]") !== null;
}

/** An arrow there is meant for the button or its menu. */
function isOnButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("button") !== null;
}

/** Focuses the search field of this page, else opens the search. */
function search(): boolean {
  const field = document.querySelector<HTMLInputElement>("[data-search-field]");
  field?.focus();
  field?.select();
  return field !== null || follow("a[href='/search']");
}

function follow(link: string): boolean {
  const found = document.querySelector<HTMLAnchorElement>(link);
  found?.click();
  return found !== null;
}
