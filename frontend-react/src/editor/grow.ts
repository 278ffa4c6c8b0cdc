/** Lets a text field grow with its text where CSS cannot (`field-sizing: content`). */
export function grow(field: HTMLElement | null): void {
  if (!(field instanceof HTMLTextAreaElement) || supported()) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}

function supported(): boolean {
  return typeof CSS !== "undefined" && CSS.supports("field-sizing", "content");
}
