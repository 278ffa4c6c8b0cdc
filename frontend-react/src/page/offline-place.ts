/** Where the page for when there is no connection has its editor. `<api-form data-offline>` only has words for it. */
export function offlinePlace(): HTMLElement | null {
  return document.querySelector<HTMLElement>("[data-offline]:not(api-form)");
}
