// Filters a long list: each typed word must begin a word of the row.
import { fill } from "../../shared/i18n";

/** `[data-filter=ID]` around an input and a `[role=status]`, which says how many rows there are; the rows of `#ID` have their words in `data-words`. */
export function narrow(place: HTMLElement): void {
  const list = document.getElementById(place.dataset.filter ?? "");
  const input = place.querySelector("input");
  const status = place.querySelector("[role=status]");
  if (!list || !input) return;
  const rows = [...list.querySelectorAll<HTMLElement>("[data-words]")].map((row) => ({
    row,
    words: plain(row.dataset.words ?? "").split(/[\s.@_-]+/),
  }));
  const all = status?.textContent ?? "";
  const { none = "", some = "" } = place.dataset;
  const show = () => {
    const typed = plain(input.value)
      .split(/[\s.@_-]+/)
      .filter(Boolean);
    let shown = 0;
    for (const { row, words } of rows) {
      row.hidden = !typed.every((begin) => words.some((word) => word.startsWith(begin)));
      if (!row.hidden) shown += 1;
    }
    const left = shown === rows.length ? all : shown === 0 ? none : fill(some, { n: shown });
    if (status && status.textContent !== left) status.textContent = left;
  };
  input.addEventListener("input", show);
  // The browser may have kept text over a reload, or somebody typed before this script was there.
  if (input.value) show();
}

/** Removes accents, so that 'anna' finds 'Änna'. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
