import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { originalOf } from "../state/sources";
import { readable } from "./downscale";

const PHOTO = { width: 4032, height: 3024, close: () => undefined };
const drawn: unknown[][] = [];
const decode = vi.fn();

/** The worker in this thread: its module listens to the page's own messages. */
class WorkerHere {
  onmessage?: (event: { data: unknown }) => void;
  terminate() {}

  async postMessage(data: unknown) {
    vi.stubGlobal("postMessage", (result: unknown) => this.onmessage?.({ data: result }));
    await import("./worker");
    (globalThis as unknown as { onmessage: (event: unknown) => void }).onmessage({ data });
  }
}

class Canvas {
  constructor(
    readonly width: number,
    readonly height: number,
  ) {}

  getContext = () => ({ fillRect: () => undefined, drawImage: (...args: unknown[]) => drawn.push(args) });
  convertToBlob = async ({ type }: { type: string }) => new Blob(["made"], { type });
}

beforeEach(() => {
  drawn.length = 0;
  vi.stubGlobal("Worker", WorkerHere);
  vi.stubGlobal("OffscreenCanvas", Canvas);
  vi.stubGlobal("createImageBitmap", decode);
});

afterEach(() => {
  vi.unstubAllGlobals();
  decode.mockReset();
});

const heic = (name = "IMG_1.HEIC", type = "") => new File(["photo"], name, { type, lastModified: 7 });

test.each([["image/heic"], ["image/heif"], [""]])(
  "HEIC with the type %j becomes a JPEG where it can be read",
  async (type) => {
    decode.mockResolvedValue(PHOTO);
    const [photo, other] = [heic("IMG_1.HEIC", type), new File(["x"], "a.jpg", { type: "image/jpeg" })];
    const [made, same] = await readable([photo, other]);
    expect([made?.name, made?.type, made?.lastModified, made?.size]).toEqual(["IMG_1.jpg", "image/jpeg", 7, 4]);
    expect(originalOf(made as File)).toBe(photo);
    expect(same).toBe(other);
    expect(decode).toHaveBeenCalledExactlyOnceWith(photo, { imageOrientation: "from-image" });
    expect(drawn).toEqual([[PHOTO, 0, 0, 4032, 3024]]);
  },
);

test("HEIC stays as it is where the browser cannot read it", async () => {
  decode.mockRejectedValue(new DOMException("not a picture", "InvalidStateError"));
  const photos = [heic(), heic("IMG_2.heif")];
  expect(await readable(photos)).toEqual(photos);
  vi.stubGlobal("OffscreenCanvas", undefined);
  Reflect.deleteProperty(globalThis, "OffscreenCanvas");
  expect(await readable(photos)).toEqual(photos);
  expect(decode).toHaveBeenCalledTimes(2);
});
