// A widget that begins anew has new elements: who is typing in it goes on at the same place.

type Field = HTMLInputElement | HTMLTextAreaElement;

export function keepFocus(root: HTMLElement, renew: () => void): void {
  const before = fieldsOf(root);
  const at = before.indexOf(document.activeElement as Field);
  const { selectionStart = null, selectionEnd = null } = before[at] ?? {};
  renew();
  const after = fieldsOf(root);
  const field = after[at];
  // With other fields it may be another's place.
  if (!field || field === before[at] || after.length !== before.length) return;
  field.focus({ preventScroll: true });
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
}

function fieldsOf(root: HTMLElement): Field[] {
  return [...root.querySelectorAll<Field>('input:not([type="hidden"]), textarea')];
}
