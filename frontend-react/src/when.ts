import { whenIdle } from "./idle";

export type When = "load" | "visible" | "idle" | "interaction";

/** Begins before the element is on screen, by the margin that lazy images have (spec 9). */
const MARGIN = "50px";
const INTERACTIONS = ["pointerenter", "pointerdown", "focusin", "dragenter"];

/** Calls `start` once at the moment that `moment` names; the returned function calls it off. */
export function when(moment: When, element: Element, start: () => void): () => void {
  switch (moment) {
    case "visible":
      return onceVisible(element, start);
    case "idle":
      return whenIdle(start);
    case "interaction":
      return onceTouched(element, start);
    default:
      start();
      return () => {};
  }
}

function onceVisible(element: Element, start: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      start();
    },
    { rootMargin: MARGIN },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

function onceTouched(element: Element, start: () => void): () => void {
  const ended = new AbortController();
  const listener = () => {
    ended.abort();
    start();
  };
  for (const name of INTERACTIONS) element.addEventListener(name, listener, { signal: ended.signal, passive: true });
  return () => ended.abort();
}
