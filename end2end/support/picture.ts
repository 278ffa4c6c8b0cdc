/** Pictures that no photo of the tests is large enough for. */
import { crc32, deflateSync } from "node:zlib";

/** A PNG of this size, the left half transparent, the right one red. */
export function png(width: number, height: number): Buffer {
  const row = Buffer.alloc(1 + width * 4);
  for (let x = width >> 1; x < width; x++) row.set([200, 30, 30, 255], 1 + x * 4);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

/** `jpeg` with the note that a camera held upright makes: turn by 90 degrees to the right. */
export function turned(jpeg: Buffer): Buffer {
  // Big-endian TIFF, one field: orientation (0x0112), a short, once, 6.
  const tiff = Buffer.from("4d4d002a00000008" + "0001" + "0112000300000001" + "00060000" + "00000000", "hex");
  const exif = Buffer.concat([Buffer.from("Exif\0\0"), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(exif.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
