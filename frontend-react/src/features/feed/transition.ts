/**
 * The photo and the date of the card that was clicked travel to the next page. Their elements say under which name, in
 * `data-transition`; only the clicked card gets it, since a name may stand once on a page.
 */
export function nameCards(): void {
  let named: HTMLElement[] = [];
  const clear = () => {
    for (const part of named) part.style.removeProperty("view-transition-name");
    named = [];
  };

  document.addEventListener("click", (event) => {
    if (!(event.target as Element).closest("a[href]")) return;
    const card = (event.target as Element).closest("[data-card]");
    if (!card) return;
    clear();
    named = [...card.querySelectorAll<HTMLElement>("[data-transition]")];
    for (const part of named) part.style.setProperty("view-transition-name", part.dataset.transition ?? "none");
  });
  // The page may come back from the browser's cache with the names still on.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) clear();
  });
}
