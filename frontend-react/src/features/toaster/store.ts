import type { Toast } from "../../shared/events";

/** Spec 9. */
const REMOVAL_DELAY = 1_000_000;

export type Shown = Toast & { id: number; open: boolean };

/** Spec 9: one is visible at a time, the newest that is open. */
export function visible(all: Shown[]): Shown | undefined {
  return all.find(({ open }) => open);
}

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
    /**
     * Adds a toast. One with an action stays until it is closed and waits behind the new one, unless both offer the
     * same.
     */
    add(toast: Toast) {
      const waiting = all.filter((other) => other.open && offer(other) && offer(other) !== offer(toast));
      change([{ ...toast, id: ++last, open: true }, ...waiting]);
    },
    /** Closed toasts leave the screen at once and the list much later. */
    dismiss(id: number) {
      change(all.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
      setTimeout(() => change(all.filter((toast) => toast.id !== id)), REMOVAL_DELAY);
    },
  };
}

/** The action that a toast offers; undefined: none. */
function offer({ title, action, also }: Toast): string | undefined {
  return action || also ? JSON.stringify([title, action, also]) : undefined;
}
