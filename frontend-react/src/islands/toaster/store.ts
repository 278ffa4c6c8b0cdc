import type { Toast } from "../../events";

/** Spec 9. */
const VISIBLE = 1;
const REMOVAL_DELAY = 1_000_000;

export type Shown = Toast & { id: number; open: boolean };

export type Toasts = ReturnType<typeof createToasts>;

/** The list of toasts outside of React, so that events can add to it. */
export function createToasts() {
  let all: Shown[] = [];
  let last = 0;
  const listeners = new Set<() => void>();
  const change = (next: Shown[]) => {
    all = next;
    for (const listener of listeners) listener();
  };

  return {
    list: () => all,
    listen(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add(toast: Toast) {
      change([{ ...toast, id: ++last, open: true }, ...all].slice(0, VISIBLE));
    },
    /** Closed toasts leave the screen at once and the list much later. */
    dismiss(id: number) {
      change(all.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
      setTimeout(() => change(all.filter((toast) => toast.id !== id)), REMOVAL_DELAY);
    },
  };
}
