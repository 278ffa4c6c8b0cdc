import { expect, test } from "vitest";
import { wholeBytes } from "./whole";

const UNKNOWN = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
const HEAD = [0x1a, 0x45, 0xdf, 0xa3, 0x82, 1, 2];
const SEGMENT = [0x18, 0x53, 0x80, 0x67, ...UNKNOWN];
const CLUSTER = [0x1f, 0x43, 0xb6, 0x75, ...UNKNOWN];
const block = (...sound: number[]) => [0xa3, 0x80 | sound.length, ...sound];
const whole = (...bytes: number[]) => wholeBytes(new Uint8Array(bytes));

test("a WebM recording that ends with a block is whole, wherever it stopped", () => {
  const bytes = [...HEAD, ...SEGMENT, ...CLUSTER, ...block(1, 2, 3), ...CLUSTER, ...block(4)];
  expect(whole(...bytes)).toBe(bytes.length);
});

test("a block that was cut off is removed, wherever it was cut", () => {
  const before = [...HEAD, ...SEGMENT, ...CLUSTER, ...block(1, 2, 3)];
  const cut = block(4, 5, 6, 7);
  for (let length = 1; length < cut.length; length++) {
    expect(whole(...before, ...cut.slice(0, length)), `${length}`).toBe(before.length);
  }
  expect(whole(...before, ...CLUSTER.slice(0, 6))).toBe(before.length);
});

test("a recording in another format is whole", () => {
  const bytes = [0, 0, 0, 8, 0x66, 0x74, 0x79, 0x70];
  expect(whole(...bytes)).toBe(bytes.length);
});

test("data that is no recording has no whole part, and the search ends", () => {
  expect(whole()).toBe(0);
  expect(whole(0x1a, 0x45, 0xdf, 0xa3, 0)).toBe(0);
});
