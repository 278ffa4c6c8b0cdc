import { type RefObject, useLayoutEffect, useRef } from "react";

/** The focus of a removed picture's button goes to `target` instead of nowhere. */
export function useFocusAfterRemoval(total: number, target: RefObject<HTMLElement | null>): void {
  const before = useRef(total);
  useLayoutEffect(() => {
    const fewer = total < before.current;
    before.current = total;
    if (fewer && (document.activeElement === document.body || !document.activeElement)) target.current?.focus();
  }, [total, target]);
}
