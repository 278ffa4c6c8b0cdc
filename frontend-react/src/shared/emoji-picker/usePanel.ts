// The common part of fields for one emoji and for many, and of their picker.
import { SmilePlus } from "lucide-react";
import { type ChangeEvent, type CompositionEvent, type RefObject, useCallback, useId, useRef, useState } from "react";

type Typed = {
  /** Text that an input method is composing, left alone until it is done. Undefined: none. */
  typing: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => void;
};

export function useTyped(take: (typed: string) => void): Typed {
  const [typing, setTyping] = useState<string>();
  return {
    typing,
    onChange: (event) => {
      const { value } = event.target;
      if ((event.nativeEvent as InputEvent).isComposing) setTyping(value);
      else take(value);
    },
    onCompositionEnd: (event) => {
      setTyping(undefined);
      take(event.currentTarget.value);
    },
  };
}

export type Panel = {
  id: string;
  isOpen: boolean;
  toggle: () => void;
  /** The focus goes back to the button. */
  close: () => void;
  opener: RefObject<HTMLButtonElement | null>;
};

export function usePanel(): Panel {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    setOpen(false);
    opener.current?.focus();
  }, []);
  return { id: useId(), isOpen, toggle: () => setOpen(!isOpen), close, opener };
}

export function PanelButton({ panel, words }: { panel: Panel; words: string }) {
  return (
    <button
      ref={panel.opener}
      type="button"
      className="icon-button"
      aria-label={words}
      aria-expanded={panel.isOpen}
      aria-controls={panel.isOpen ? panel.id : undefined}
      onClick={panel.toggle}
    >
      <SmilePlus aria-hidden size={20} strokeWidth={1.75} />
    </button>
  );
}
