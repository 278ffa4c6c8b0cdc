// The original files of photos that this page downscaled.

const sources = new WeakMap<File, File>();

export function madeFrom(smaller: File, source: File): void {
  sources.set(smaller, source);
}

export function originalOf(file: File): File | undefined {
  return sources.get(file);
}
