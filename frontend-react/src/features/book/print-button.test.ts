import { afterEach, expect, test, vi } from "vitest";
import "./print-button";

afterEach(() => {
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
});

test("it prints when the last photo is loaded, and a broken one keeps nobody waiting", async () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  document.body.innerHTML = `<print-button><button type="button" data-busy="Fotos werden geladen…">Als PDF sichern</button></print-button>
    <img loading="lazy" src="/media/1"><img loading="lazy" src="/media/2"><img src="/media/3">`;
  const photos = [...document.images];
  for (const photo of photos) Object.defineProperty(photo, "complete", { value: false });
  const button = document.querySelector("button");
  button?.click();
  button?.click();
  expect(photos.map((photo) => photo.getAttribute("loading"))).toEqual(["eager", "eager", null]);
  expect(button?.textContent).toBe("Fotos werden geladen…");
  photos[0]?.dispatchEvent(new Event("load"));
  await Promise.resolve();
  expect(print).not.toHaveBeenCalled();
  photos[1]?.dispatchEvent(new Event("error"));
  await vi.waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(button?.textContent).toBe("Als PDF sichern");
});
