// The type of a file. Some systems give a photo another name for its type, or none, so its first bytes decide.

/** The types that the server takes (product 5). */
export const FORMATS = ["image/jpeg", "image/png", "image/webp", "image/gif"];

/** The types for the system's dialog: other names of JPEG too. */
export const ACCEPT = [...FORMATS, "image/jpg", "image/pjpeg"].join(",");

/** A browser that does not know a format gives its files no type. */
const HEIC = /\.(heic|heif|hif)$/i;

const HEAD = 16;

const STARTS: [RegExp, type: string][] = [
  [/^\xff\xd8\xff/, "image/jpeg"],
  [/^\x89PNG\r\n/, "image/png"],
  [/^RIFF.{4}WEBP/s, "image/webp"],
  [/^GIF8[79]a/, "image/gif"],
  [/^.{4}ftyp(hei[cxms]|hev[cx]|mif1|msf1)/s, "image/heic"],
];

/** Whether all have one of our types. Otherwise their first bytes have to be read. */
export function isTyped(files: File[]): boolean {
  return files.every((file) => FORMATS.includes(file.type));
}

/** The same files. Those without one of our types get the type that their first bytes show. */
export function typed(files: File[]): Promise<File[]> {
  return Promise.all(files.map((file) => (isTyped([file]) ? file : recognised(file).catch(() => file))));
}

async function recognised(file: File): Promise<File> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, HEAD).arrayBuffer()));
  const type = STARTS.find(([start]) => start.test(head))?.[1];
  return type ? new File([file], file.name, { type, lastModified: file.lastModified }) : file;
}

export function isHeic(file: File): boolean {
  return /^image\/hei[cf]/.test(file.type) || (!file.type && HEIC.test(file.name));
}
