const browserAutosizes = "fieldSizing" in document.documentElement.style;

/** Sizes a text field to its text where CSS cannot do it (`field-sizing: content`). */
export function autosize(field: HTMLElement | null): void {
  if (browserAutosizes || !(field instanceof HTMLTextAreaElement)) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}
