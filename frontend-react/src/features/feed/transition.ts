/**
 * Moves the photo and the date of the clicked card to the next page. Their elements name the transition in
 * `data-transition`. Only the clicked card gets the names, since a name must be unique on a page.
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
  // The browser's cache may bring the page back with the names still set.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) clear();
  });
}
