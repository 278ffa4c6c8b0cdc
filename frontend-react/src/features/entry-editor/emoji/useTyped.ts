import { type ChangeEvent, type CompositionEvent, useState } from "react";

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
