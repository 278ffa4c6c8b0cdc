import { type RefObject, useCallback, useId, useRef, useState } from "react";

export type Panel = {
  id: string;
  isOpen: boolean;
  toggle: () => void;
  /** The focus goes back to the button. */
  close: () => void;
  opener: RefObject<HTMLButtonElement | null>;
};

/** Closes the panel that was opened last: a page shows one picker at a time. */
let closeOther: (() => void) | undefined;

/** The picker's panel, which a button opens. */
export function usePanel(): Panel {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    setOpen(false);
    opener.current?.focus();
  }, []);
  const toggle = () => {
    if (!isOpen) {
      closeOther?.();
      closeOther = () => setOpen(false);
    }
    setOpen(!isOpen);
  };
  return { id: useId(), isOpen, toggle, close, opener };
}
