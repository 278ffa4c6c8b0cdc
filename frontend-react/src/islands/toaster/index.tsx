import { createRoot } from "react-dom/client";
import type { Toast } from "../../events";
import type { Texts } from "../../i18n";
import { createToasts } from "./store";
import { Toaster } from "./Toaster";

/** Opens the page's toaster; the returned function shows a toast in it. */
export function openToaster(texts: Texts): (toast: Toast) => void {
  const host = document.createElement("div");
  host.className = "toaster";
  document.body.append(host);
  const toasts = createToasts();
  createRoot(host, { identifierPrefix: "toaster" }).render(<Toaster texts={texts} toasts={toasts} />);
  return (toast) => {
    host.remove();
    const dialog = [...document.querySelectorAll("dialog")].filter(isModal).at(-1);
    place(host, dialog);
    toasts.add(toast);
  };
}

/**
 * Outside of an open modal dialog nothing can be read or pressed, so the toaster moves into it until it closes, below its
 * head: whoever wants to close it must not have to close the toast first.
 */
function place(host: HTMLElement, dialog: HTMLDialogElement | undefined): void {
  (dialog ?? document.body).append(host);
  const head = dialog?.querySelector(".dialog-head");
  host.style.setProperty("--dialog-head", `${Math.round(head?.getBoundingClientRect().bottom ?? 0)}px`);
  dialog?.addEventListener("close", () => place(host, undefined), { once: true });
}

function isModal(dialog: HTMLDialogElement): boolean {
  return dialog.open && dialog.matches(":modal");
}
