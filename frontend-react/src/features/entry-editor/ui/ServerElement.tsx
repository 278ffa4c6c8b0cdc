import { type ReactNode, useLayoutEffect } from "react";
import { createPortal } from "react-dom";

type Props = {
  place: HTMLElement | null | undefined;
  /** Undefined: the element does not have it. */
  attributes?: Record<string, string | undefined>;
  children?: ReactNode;
};

/** Renders into an element that the server wrote, and keeps its attributes. */
export function ServerElement({ place, attributes = {}, children }: Props) {
  // Text is set as text: a browser that translates the page puts its own elements in the place of text nodes.
  const text = typeof children === "string" ? children : undefined;
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined) place?.removeAttribute(name);
      else if (place?.getAttribute(name) !== value) place?.setAttribute(name, value);
    }
  });
  useLayoutEffect(() => {
    if (place && text !== undefined && place.textContent !== text) place.textContent = text;
  }, [place, text]);
  return place && text === undefined && children !== undefined ? createPortal(children, place) : null;
}
