import { type ReactNode, useLayoutEffect } from "react";
import { createPortal } from "react-dom";

/** Attributes of an element of the server's; undefined: it does not have it. */
export type Attributes = Record<string, string | undefined>;

type Props = { place: HTMLElement | null | undefined; attributes?: Attributes; children?: ReactNode };

/** Renders into an element that the server wrote, and keeps its attributes. */
export function ServerElement({ place, attributes = {}, children }: Props) {
  const wanted = JSON.stringify(attributes, (_, value) => value ?? null);
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(JSON.parse(wanted) as Record<string, string | null>)) {
      if (value === null) place?.removeAttribute(name);
      else if (place?.getAttribute(name) !== value) place?.setAttribute(name, value);
    }
  }, [place, wanted]);
  // Text is set as text: a browser that translates the page puts its own elements in the place of text nodes.
  const text = typeof children === "string" ? children : undefined;
  useLayoutEffect(() => {
    if (place && text !== undefined && place.textContent !== text) place.textContent = text;
  }, [place, text]);
  return place && text === undefined && children !== undefined ? createPortal(children, place) : null;
}
