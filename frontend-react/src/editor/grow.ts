const grows = "fieldSizing" in document.documentElement.style;

/** Lets a text field grow with its text where CSS cannot (`field-sizing: content`). */
export function grow(field: HTMLElement | null): void {
  if (grows || !(field instanceof HTMLTextAreaElement)) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}
