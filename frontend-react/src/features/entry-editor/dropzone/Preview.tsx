import type { SyntheticEvent } from "react";
import type { Picture } from "../state/content";
import { useObjectUrl } from "../ui/useObjectUrl";

export function NewImage({ file, alt }: { file: File; alt: string }) {
  const url = useObjectUrl(file);
  return <img className="dropzone-image" src={url} alt={alt} decoding="async" draggable={false} />;
}

/** A broken thumbnail falls back to the original (spec 8). */
export function SavedImage({ picture, alt }: { picture: Picture | undefined; alt: string }) {
  const fallBack = ({ currentTarget: image }: SyntheticEvent<HTMLImageElement>) => {
    if (picture?.url && !image.src.endsWith(picture.url)) image.src = picture.url;
  };
  return (
    <img
      className="dropzone-image"
      src={picture?.thumbnailUrl || picture?.url}
      alt={alt}
      decoding="async"
      draggable={false}
      onError={fallBack}
    />
  );
}
