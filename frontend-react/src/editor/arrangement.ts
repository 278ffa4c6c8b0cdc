// The entry's pictures in the order in which they are shown, and the parts of the form that say so.

/** How pictures stand in a form: kept ones by their addresses, new ones behind them. */
export type Arranged = {
  images: string[];
  files: File[];
  /** Of kept pictures, then of new ones. */
  alts: string[];
  /** Places in that list in the order in which the pictures are shown; empty where that is the list's own. */
  imageOrder: number[];
  /** A place in that list. */
  mainImageIndex: number;
};

/** A picture in its place: a saved one by its address, a new one as a file. */
export type Placed = { picture: string | File; alt: string };

export type Arrangement = { shown: Placed[]; main: number };

/** What the order needs to know; files may be what is remembered of them. */
type Ordered = { images: unknown[]; files: unknown[]; imageOrder: number[] };

/** What `arranged` made. What does not fit together is shown as it lies. */
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

/** With each picture as `to` makes it, or without it; the main one stays the same picture, and is -1 when that went. */
export function mapped({ shown, main }: Arrangement, to: (one: Placed) => Placed | undefined): Arrangement {
  const all = shown.map((one, at) => ({ one: to(one), isMain: at === main })).filter(({ one }) => one !== undefined);
  return { shown: all.flatMap(({ one }) => one ?? []), main: all.findIndex(({ isMain }) => isMain) };
}

/** Where the picture at `place` of the list is shown. */
export function shownAt(parts: Ordered, place: number): number {
  return orderOf(parts).indexOf(place);
}

/** What is said of the pictures, in the order in which they are shown. */
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
