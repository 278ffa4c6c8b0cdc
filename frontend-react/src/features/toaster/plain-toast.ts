import type { Toast } from "../../shared/events";

const DURATION = 5000;

/** A toast without React, for when the toaster cannot be loaded: 'no connection' must still be said. */
export function plainToast({ title, description, kind = "ok" }: Toast): void {
  const list = document.createElement("div");
  list.className = "toast-list";
  list.role = "alert";
  document.body.append(list);
  const toast = document.createElement("p");
  toast.className = "toast";
  toast.dataset.kind = kind;
  toast.textContent = [title, description].filter(Boolean).join(". ");
  list.append(toast);
  setTimeout(() => list.remove(), DURATION);
}
