type Options = { className?: string; text?: string };

/** An element with text and children. The text is never markup, since people wrote it. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { className, text }: Options = {},
  ...children: Node[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  made.append(...children);
  return made;
}

export function button(text: string, className: string, pressed: () => void): HTMLButtonElement {
  const made = element("button", { text, className });
  made.type = "button";
  made.addEventListener("click", pressed);
  return made;
}
