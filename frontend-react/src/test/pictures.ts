import type { Picture } from "../features/entry-editor/state/content";

export function picture(id: string): Picture {
  const url = (rendition: string) => `/media/${id}/${rendition}`;
  return {
    id,
    width: 4,
    height: 3,
    placeholder: "data:,",
    alt: "",
    url: url("original"),
    optimizedUrl: url("optimized"),
    thumbnailUrl: url("thumbnail"),
  };
}
