import { type RefObject, useCallback, useId, useRef, useState } from "react";

export type Panel = {
  id: string;
  isOpen: boolean;
  toggle: () => void;
  /** The focus goes back to the button. */
  close: () => void;
  opener: RefObject<HTMLButtonElement | null>;
};

/** The picker's panel, which a button opens. */
export function usePanel(): Panel {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    setOpen(false);
    opener.current?.focus();
  }, []);
  return { id: useId(), isOpen, toggle: () => setOpen(!isOpen), close, opener };
}
