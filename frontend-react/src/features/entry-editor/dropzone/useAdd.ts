import { useRef, useState } from "react";
import { sameFile } from "../state/content";
import { useEditor, useSaveHooks } from "../state/context";
import { downscale } from "./downscale";
import type { Change } from "./pictures";

/** Adds photos to the entry, and puts a smaller one in the place of each that is too large. A save waits for that. */
export function useAdd(duplicate: () => void) {
  const { store } = useEditor();
  const [shrinking, setShrinking] = useState<readonly File[]>([]);
  const work = useRef<Promise<unknown>>(undefined);
  useSaveHooks({ finish: () => (work.current ? finished(work) : undefined) });

  const apply = (change: Change) => store.dispatch({ type: "edit_pictures", change });

  const shrink = async (picture: File): Promise<void> => {
    setShrinking((all) => [...all, picture]);
    const smaller = await downscale(picture);
    setShrinking((all) => all.filter((other) => other !== picture));
    const { files } = store.getState().content;
    if (smaller === picture || !files.includes(picture)) return;
    // Chosen once more after a reload, when nobody remembered what it was made from.
    const again = files.some((other) => sameFile(other, smaller));
    apply(again ? { do: "remove", picture } : { do: "replace", picture, by: smaller });
    if (again) duplicate();
  };

  const add = (files: File[]) => {
    apply({ do: "add", files });
    wait(Promise.all(files.map(shrink)));
  };

  /** A save waits for `more`, too. */
  const wait = <T>(more: Promise<T>): Promise<T> => {
    const all = Promise.all([work.current, more]).then(() => {
      if (work.current === all) work.current = undefined;
    });
    work.current = all;
    return more;
  };

  return { add, wait, shrinking };
}

/** Waits until no photo is being read any more: meanwhile another one may have come. */
async function finished(work: { readonly current: Promise<unknown> | undefined }): Promise<void> {
  while (work.current) await work.current;
}
