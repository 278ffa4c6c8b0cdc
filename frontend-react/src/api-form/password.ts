/** Shows what is typed into the password's field before the button, or hides it again. */
export function showPassword(button: HTMLElement): void {
  const field = button.previousElementSibling as HTMLInputElement | null;
  if (!field) return;
  field.type = field.type === "password" ? "text" : "password";
  const { other = "" } = button.dataset;
  button.dataset.other = button.getAttribute("aria-label") ?? "";
  button.setAttribute("aria-label", other);
}

/** A password stays one while it can be read. */
export const isPassword = (field: HTMLElement): boolean => field.matches("[type=password], [data-password]");
