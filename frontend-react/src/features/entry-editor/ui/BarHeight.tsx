import { useLayoutEffect } from "react";

/** Tells the style sheet how high the bar is, so that the line that is typed and the field that is entered stop above it. */
export function BarHeight({ bar }: { bar: HTMLElement | null }) {
  useLayoutEffect(() => {
    if (!bar || typeof ResizeObserver === "undefined") return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty("--editor-bar", `${bar.offsetHeight}px`));
    observer.observe(bar);
    return () => {
      observer.disconnect();
      style.removeProperty("--editor-bar");
    };
  }, [bar]);
  return null;
}
