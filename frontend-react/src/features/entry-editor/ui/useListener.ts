import { useEffect, useEffectEvent } from "react";

/** Hears `name` at an element that React did not make. */
export function useListener<Name extends keyof HTMLElementEventMap>(
  target: Document | HTMLElement | null,
  name: Name,
  heard: (event: HTMLElementEventMap[Name]) => void,
): void {
  const latest = useEffectEvent(heard);
  useEffect(() => {
    const listener = (event: Event) => latest(event as HTMLElementEventMap[Name]);
    target?.addEventListener(name, listener);
    return () => target?.removeEventListener(name, listener);
  }, [target, name]);
}
