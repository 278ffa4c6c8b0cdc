// Photos that are far larger than any screen are made smaller before they travel, and HEIC becomes JPEG (product 5).
import { madeFrom, originalOf } from "../state/sources";
import { isHeic } from "./types";
import type { Job, Result } from "./worker";

/** The server shows 1600 px; this leaves enough to print. */
const EDGE = 4096;
/** Bytes from which on a picture is written anew in any case. */
const BYTES = 8 * 1024 * 1024;
const QUALITY = 0.9;
/** Milliseconds after which the picture is taken as it is. */
const TIMEOUT = 30_000;

let last: Promise<unknown> = Promise.resolve();
/** `file`, or a smaller JPEG of it. One after the other: each takes much memory while it is decoded. */
export function downscale(file: File): Promise<File> {
  // A moving picture is left to the server, which keeps its first frame.
  if (!possible() || file.type === "image/gif" || originalOf(file)) return Promise.resolve(file);
  return inTurn(file, smaller);
}

/** The same files, HEIC as JPEG where the browser can read it. Elsewhere it stays, and is refused. */
export function readable(files: File[]): Promise<File[]> {
  return Promise.all(files.map((file) => (possible() && isHeic(file) ? inTurn(file, anew) : file)));
}

function inTurn(file: File, work: (file: File) => Promise<File>): Promise<File> {
  const made = last.then(() => work(file)).catch(() => file);
  last = made;
  return made;
}

function possible(): boolean {
  return "Worker" in globalThis && "OffscreenCanvas" in globalThis && "createImageBitmap" in globalThis;
}

async function smaller(file: File): Promise<File> {
  const edge = await longestEdge(file);
  if (edge <= EDGE && file.size <= BYTES) return file;
  const made = await anew(file);
  return edge <= EDGE && made.size >= file.size ? file : made;
}

/** A JPEG of the photo, or the file itself where the browser cannot read it. */
async function anew(file: File): Promise<File> {
  const blob = await inWorker({ file, edge: EDGE, quality: QUALITY });
  if (!blob) return file;
  const name = `${file.name.replace(/\.\w+$/, "")}.jpg`;
  const made = new File([blob], name, { type: blob.type, lastModified: file.lastModified });
  madeFrom(made, file);
  return made;
}

/** The size from the header, without decoding the picture. */
function longestEdge(file: File): Promise<number> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  return new Promise<number>((known, unknown) => {
    image.onload = () => known(Math.max(image.naturalWidth, image.naturalHeight));
    image.onerror = () => unknown(new Error("not a picture"));
    image.src = url;
  }).finally(() => URL.revokeObjectURL(url));
}

function inWorker(job: Job): Promise<Result> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  return new Promise<Result>((done, failed) => {
    setTimeout(() => failed(new Error("too slow")), TIMEOUT);
    worker.onmessage = ({ data }: MessageEvent<Result>) => done(data);
    worker.onerror = () => failed(new Error("no worker"));
    worker.postMessage(job);
  }).finally(() => worker.terminate());
}
