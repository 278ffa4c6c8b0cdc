/**
 * Replaces pictures that fail to load by the original, which `data-fallback` names, else by the one beside it (spec
 * 8). A profile picture is removed, and the initials below it show.
 */
export function replaceBrokenImages(): void {
  const mend = (image: EventTarget | null) => {
    if (!(image instanceof HTMLImageElement)) return;
    if ("avatar" in image.dataset) return image.remove();
    const { fallback } = image.dataset;
    if (fallback === undefined) return;
    delete image.dataset.fallback;
    image.removeAttribute("srcset");
    image.src = fallback || image.src.replace(/[^/]+$/, "original");
  };
  document.addEventListener("error", (event) => mend(event.target), { capture: true });
  // Pictures may have failed before this script ran. A lazy picture that has not loaded yet has no pixels either.
  for (const image of document.querySelectorAll<HTMLImageElement>(
    "img[data-fallback]:not([loading=lazy]), img[data-avatar]:not([loading=lazy])",
  )) {
    if (image.complete && image.naturalWidth === 0) mend(image);
  }
}
