// Decodes and writes a picture anew, away from the thread that somebody types in.

export type Job = { file: File; edge: number; quality: number };
export type Result = Blob | null;

/** `self` as the worker it is; the page's types are the ones that are loaded. */
const scope = self as unknown as {
  onmessage: (event: MessageEvent<Job>) => void;
  postMessage: (result: Result) => void;
};

scope.onmessage = ({ data }) => {
  written(data).then(scope.postMessage, () => scope.postMessage(null));
};

/** Upright, in sRGB and on white, as the server would make it. */
async function written({ file, edge, quality }: Job): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, edge / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((pixels) => Math.max(1, Math.round(pixels * scale)));
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1);
  const context = canvas.getContext("2d", { alpha: false });
  if (!context) throw new Error("no canvas");
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.convertToBlob({ type: "image/jpeg", quality });
}
