import { type ReactNode, useLayoutEffect } from "react";
import { createPortal } from "react-dom";

/** Attributes of an element of the server's; undefined: it does not have it. */
export type Attributes = Record<string, string | undefined>;

type Props = { place: HTMLElement | null | undefined; attributes?: Attributes; children?: ReactNode };

/** Renders into an element that the server wrote, and keeps its attributes. */
export function Into({ place, attributes = {}, children }: Props) {
  const wanted = JSON.stringify(attributes, (_, value) => value ?? null);
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(JSON.parse(wanted) as Record<string, string | null>)) {
      if (value === null) place?.removeAttribute(name);
      else if (place?.getAttribute(name) !== value) place?.setAttribute(name, value);
    }
  }, [place, wanted]);
  return place && children !== undefined ? createPortal(children, place) : null;
}
