/** `[data-show-password]` shows what is typed into the field before it, or hides it again; its `aria-label` and `data-other` take turns. */
export function hearShowPassword(): void {
  document.addEventListener("click", ({ target }) => toggle((target as Element).closest("[data-show-password]")));
  document.addEventListener("reset", ({ target }) => {
    for (const field of (target as Element).querySelectorAll("input[type=text] + [data-show-password]"))
      toggle(field as HTMLElement);
  });
}

function toggle(button: HTMLElement | null): void {
  const field = button?.previousElementSibling as HTMLInputElement | null | undefined;
  if (!button || !field) return;
  field.type = field.type === "password" ? "text" : "password";
  const { other = "" } = button.dataset;
  button.dataset.other = button.getAttribute("aria-label") ?? "";
  button.setAttribute("aria-label", other);
}
