import { type RefObject, useLayoutEffect, useReducer, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type Arranged, arranged, placed } from "../arrangement";
import { type Picture, sameFile } from "../content";
import type { Finish } from "../finish";
import { downscale } from "./downscale";
import { change, files, type Pictures, type Shown } from "./pictures";

export type DropzoneValue = { images?: Picture[] } & Partial<Omit<Arranged, "images">>;

type Options = { changed: () => void; duplicate: () => void };

let keys = 0;
const shown = (picture: Shown["picture"], alt = ""): Shown => ({ key: String(++keys), picture, alt });

/** The widget's pictures; they go into the surrounding form whenever it is read. */
export function usePictures(given: DropzoneValue, place: RefObject<HTMLElement | null>, options: Options) {
  const { changed, duplicate } = options;
  const [pictures, apply] = useReducer(change, given, begin);
  const [shrinking, setShrinking] = useState<readonly string[]>([]);
  const current = useRef(pictures);
  const first = useRef(pictures);
  const work = useRef<Promise<unknown>>(undefined);

  useLayoutEffect(() => {
    current.current = pictures;
    if (pictures !== first.current) changed();
  }, [pictures, changed]);

  useLayoutEffect(() => {
    const form = place.current?.closest("form");
    if (!form) return;
    const give = (event: FormDataEvent) => giveTo(event.formData, current.current);
    form.addEventListener("formdata", give);
    const finish = ({ detail }: CustomEvent<Finish>) => {
      if (work.current) detail.wait(finished(work));
    };
    form.addEventListener("entry-saving", finish as EventListener);
    return () => {
      form.removeEventListener("formdata", give);
      form.removeEventListener("entry-saving", finish as EventListener);
    };
  }, [place]);

  /** The photo is there at once; where a smaller one is made of it, that takes its place. */
  const shrink = async ({ key, picture }: Shown): Promise<void> => {
    if (!(picture instanceof File)) return;
    setShrinking((all) => [...all, key]);
    const smaller = await downscale(picture);
    // Chosen once more after a reload, when nobody remembered what it was made from.
    const again = smaller !== picture && files(current.current).some((other) => sameFile(other, smaller));
    // At once: a save that waits for it reads the form next.
    flushSync(() => {
      setShrinking((all) => all.filter((other) => other !== key));
      if (again) apply({ do: "remove", key });
      else if (smaller !== picture) apply({ do: "replace", key, picture: smaller });
    });
    if (again) duplicate();
  };

  const add = (chosen: File[]) => {
    const fresh = chosen.map((file) => shown(file));
    apply({ do: "add", shown: fresh });
    const all = Promise.all([work.current, ...fresh.map(shrink)]).then(() => {
      if (work.current === all) work.current = undefined;
    });
    work.current = all;
  };

  return { pictures, apply, add, shrinking };
}

/** Until nothing is under way any more: meanwhile another photo may have come. */
async function finished(work: { readonly current: Promise<unknown> | undefined }): Promise<void> {
  while (work.current) await work.current;
}

function begin({ images = [], files = [], alts, imageOrder = [], mainImageIndex = 0 }: DropzoneValue): Pictures {
  const said = alts ?? images.map(({ alt }) => alt);
  const urls = images.map(({ url }) => url);
  const { shown: all, main } = placed({ images: urls, files, alts: said, imageOrder, mainImageIndex });
  const pictureOf = (picture: string | File) =>
    picture instanceof File ? picture : images.find(({ url }) => url === picture);
  return { shown: all.flatMap(({ picture, alt }) => wrap(pictureOf(picture), alt)), main };
}

function wrap(picture: Picture | File | undefined, alt: string): Shown[] {
  return picture ? [shown(picture, alt)] : [];
}

function giveTo(form: FormData, { shown, main }: Pictures): void {
  const all = shown.map(({ picture, alt }) => ({ picture: picture instanceof File ? picture : picture.url, alt }));
  const { images, files, alts, imageOrder, mainImageIndex } = arranged({ shown: all, main });
  form.set("existingImages", JSON.stringify(images));
  form.set("mainImageIndex", String(mainImageIndex));
  form.set("imageAlts", JSON.stringify(alts));
  form.set("imageOrder", JSON.stringify(imageOrder));
  form.delete("images");
  for (const file of files) form.append("images", file, file.name);
}
