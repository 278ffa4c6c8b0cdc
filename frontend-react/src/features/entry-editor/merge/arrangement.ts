// Converts between the pictures in the order in which they are shown and the form's fields for them.

/** The pictures as the form has them: saved ones by URL, then new ones as files. */
export type Arranged = {
  images: string[];
  files: File[];
  /** The descriptions of saved pictures, then of new ones. */
  alts: string[];
  /** Indexes into that list in the order in which the pictures are shown; empty if they are shown in the list's order. */
  imageOrder: number[];
  /** An index into that list. */
  mainImageIndex: number;
};

/** A picture as it is shown: a saved one by URL, a new one as a file. */
export type Placed = { picture: string | File; alt: string };

export type Arrangement = { shown: Placed[]; main: number };

/** The fields that the order depends on. Files may be remembered by their identity alone. */
type Ordered = { images: unknown[]; files: unknown[]; imageOrder: number[] };

/** The inverse of `arranged`. An order that does not fit the list is ignored. */
export function placed(parts: Arranged): Arrangement {
  const { images, files, alts, mainImageIndex } = parts;
  const list = [...images, ...files].map((picture, at) => ({ picture, alt: alts[at] ?? "" }));
  const order = orderOf(parts);
  return {
    shown: order.flatMap((at) => list[at] ?? []),
    main: Math.max(0, order.indexOf(mainImageIndex)),
  };
}

export function arranged({ shown, main }: Arrangement): Arranged {
  const isFile = ({ picture }: Placed) => picture instanceof File;
  const list = [...shown.filter((one) => !isFile(one)), ...shown.filter(isFile)];
  const imageOrder = shown.map((one) => list.indexOf(one));
  return {
    images: list.flatMap(({ picture }) => (typeof picture === "string" ? picture : [])),
    files: list.flatMap(({ picture }) => (typeof picture === "string" ? [] : picture)),
    alts: list.map(({ alt }) => alt),
    imageOrder: imageOrder.every((place, at) => place === at) ? [] : imageOrder,
    mainImageIndex: imageOrder[main] ?? 0,
  };
}

/** Maps or removes pictures. The main picture stays the same; `main` is -1 if it was removed. */
export function mapped({ shown, main }: Arrangement, to: (one: Placed) => Placed | undefined): Arrangement {
  const all = shown.map((one, at) => ({ one: to(one), isMain: at === main })).filter(({ one }) => one !== undefined);
  return { shown: all.flatMap(({ one }) => one ?? []), main: all.findIndex(({ isMain }) => isMain) };
}

/** The position at which the picture with index `place` is shown. */
export function shownAt(parts: Ordered, place: number): number {
  return orderOf(parts).indexOf(place);
}

/** The descriptions in the order in which the pictures are shown. */
export function altsOf(parts: Ordered & { alts: string[] }): string[] {
  return orderOf(parts).map((place) => parts.alts[place] ?? "");
}

function orderOf({ images, files, imageOrder }: Ordered): number[] {
  const list = [...images, ...files];
  return isOrder(imageOrder, list.length) ? imageOrder : list.map((_, at) => at);
}

function isOrder(order: number[], count: number): boolean {
  return order.length === count && new Set(order).size === count && order.every((at) => at >= 0 && at < count);
}
