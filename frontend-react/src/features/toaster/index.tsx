import { createRoot } from "react-dom/client";
import type { Toast } from "../../shared/events";
import type { Texts } from "../../shared/i18n";
import { createToasts } from "./store";
import { Toaster } from "./Toaster";

/** Pixels that a toast with a title and two lines takes. */
const ROOM = 120;

/** Elements to press or type into. */
const CONTROL = "a, button, input, label, select, summary, textarea";

/**
 * Opens the page's toaster. The returned function shows a toast that covers neither `pressed` nor the focused
 * element.
 */
export function openToaster(texts: Texts): (toast: Toast, pressed?: Element) => void {
  const host = document.createElement("div");
  host.className = "toaster";
  document.body.append(host);
  const toasts = createToasts();
  createRoot(host, { identifierPrefix: "toaster" }).render(<Toaster texts={texts} toasts={toasts} />);
  return (toast, pressed) => {
    host.remove();
    const dialog = [...document.querySelectorAll("dialog")].filter(isModal).at(-1);
    const top = place(host, dialog);
    const inUse = [pressed, document.activeElement].flatMap((one) => controlPlace(one) ?? []);
    const isInTheWay = inUse.some((place) => place.bottom > top && place.top < top + ROOM);
    host.dataset.side = isInTheWay ? "end" : "start";
    toasts.add(toast);
  };
}

/**
 * Moves the toaster into an open modal dialog, since nothing outside of it can be read or pressed. There it stands
 * above the dialog, or below its head if there is no room, so that the dialog can be closed first. Returns its top.
 */
function place(host: HTMLElement, dialog: HTMLDialogElement | undefined): number {
  (dialog ?? document.body).append(host);
  const isRoomAbove = !dialog || dialog.getBoundingClientRect().top >= ROOM;
  const head = dialog?.querySelector(".dialog-head, .conflict-head")?.getBoundingClientRect();
  const top = isRoomAbove ? 0 : Math.max(0, Math.round(head?.bottom ?? 0));
  host.style.setProperty("--toast-top", `${top}px`);
  dialog?.addEventListener("close", () => place(host, undefined), { once: true });
  return top;
}

/** The place of the control that contains `element`. Undefined if there is none, or it is gone. */
function controlPlace(element: Element | null | undefined): DOMRect | undefined {
  const place = element?.closest(CONTROL)?.getBoundingClientRect();
  return place?.height ? place : undefined;
}

function isModal(dialog: HTMLDialogElement): boolean {
  return dialog.open && dialog.matches(":modal");
}
