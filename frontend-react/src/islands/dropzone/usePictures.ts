import { type RefObject, useLayoutEffect, useReducer, useRef } from "react";
import type { Picture } from "../../editor/content";
import { change, type Pictures } from "./pictures";

export type DropzoneValue = { images?: Picture[]; files?: File[]; mainImageIndex?: number };

/** The widget's pictures; they go into the surrounding form whenever it is read. */
export function usePictures(given: DropzoneValue, place: RefObject<HTMLElement | null>, changed: () => void) {
  const { images = [], files = [], mainImageIndex = 0 } = given;
  const [pictures, apply] = useReducer(change, { saved: images, files, main: mainImageIndex });
  const current = useRef(pictures);
  const first = useRef(pictures);

  useLayoutEffect(() => {
    current.current = pictures;
    if (pictures !== first.current) changed();
  }, [pictures, changed]);

  useLayoutEffect(() => {
    const form = place.current?.closest("form");
    const give = (event: FormDataEvent) => giveTo(event.formData, current.current);
    form?.addEventListener("formdata", give);
    return () => form?.removeEventListener("formdata", give);
  }, [place]);

  return [pictures, apply] as const;
}

function giveTo(form: FormData, { saved, files, main }: Pictures): void {
  form.set("existingImages", JSON.stringify(saved.map((picture) => picture.url)));
  form.set("mainImageIndex", String(main));
  form.delete("images");
  for (const file of files) form.append("images", file, file.name);
}
