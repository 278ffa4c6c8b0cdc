// A recording that was cut off in the middle of a part cannot be played. Without that part it is only shorter.

/** How many of `bytes` come before the part in which a WebM file was cut off. Browsers with another format store it as a whole. */
export function wholeBytes(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWebm = view.byteLength > 4 && view.getUint32(0) === 0x1a45dfa3;
  return isWebm ? wholeWebm(view) : view.byteLength;
}

/** Elements that are entered instead of skipped: segment and cluster, whose size a live recording does not know. */
const CONTAINERS = [0x18538067, 0x1f43b675];

function wholeWebm(view: DataView): number {
  let at = 0;
  while (at < view.byteLength) {
    const id = number(view, at, true);
    const size = id && number(view, id.end, false);
    if (!id || !size) return at;
    const end = size.end + size.value;
    if (CONTAINERS.includes(id.value)) at = size.end;
    else if (end > view.byteLength) return at;
    else at = end;
  }
  return at;
}

/** A variable-size integer (RFC 8794 4); ids keep the bit that says their length. */
function number(view: DataView, at: number, keepsMark: boolean): { value: number; end: number } | undefined {
  if (at >= view.byteLength) return undefined;
  const first = view.getUint8(at);
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > view.byteLength) return undefined;
  let value = keepsMark ? first : first & (0xff >> length);
  for (let n = 1; n < length; n++) value = value * 256 + view.getUint8(at + n);
  return { value, end: at + length };
}
