/** Moves a row of tabs sideways until the chosen one is in sight, where the style sheet could not say so (`style/friends.css`). */
export function showChosen(): void {
  const chosen = document.querySelector<HTMLElement>(".page-tabs [aria-current]");
  const row = chosen?.closest<HTMLElement>(".page-tabs");
  if (!chosen || !row) return;
  const margin = Number.parseFloat(getComputedStyle(row).paddingInlineEnd) || 0;
  const hidden = chosen.getBoundingClientRect().right + margin - row.getBoundingClientRect().right;
  if (hidden > 0) row.scrollLeft += hidden;
}
