import { fireEvent, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { hearPhotos } from "./lightbox";

/** Each test has pictures of its own, which no page of a test before knows. */
let made = 0;

const link = (id: string, described = "") => `
  <a href="/media/${made}${id}/original" data-photo="${described}"><span class="photo photo-crop" data-transition="photo">
    <img class="photo-placeholder" src="data:," alt=""><img class="photo-image" src="/media/${made}${id}/optimized"
    srcset="/media/${made}${id}/thumbnail 480w" sizes="100vw" width="1600" height="1200" alt="${described || "Foto"}"
    data-fallback="/media/${made}${id}/original"></span></a>`;
const main = () => link("b").replace("<a", '<a class="entry-photo"');
const gallery = () => `<ul class="gallery">${link("a", "Eine Katze")}${link("b")}${link("c", "Ein Hund")}</ul>`;

beforeEach(() => {
  made += 1;
  history.replaceState(null, "");
  Element.prototype.scrollTo ??= () => undefined;
  vi.spyOn(Element.prototype, "scrollTo").mockReturnValue(undefined);
});

/** The page with these links, its script having come. */
function page(links: string) {
  document.body.innerHTML = `${links}<dialog id="lightbox">
    <div data-steps><button data-step="-1">‹</button><p data-place="{n} von {total}"></p><button data-step="1">›</button></div>
    <a data-full>In voller Größe</a><button data-close>×</button><div data-strip tabindex="0"></div><p role="status"></p></dialog>`;
  const dialog = document.querySelector("dialog") as HTMLDialogElement;
  hearPhotos(dialog);
  const part = (name: string) => dialog.querySelector(name) as HTMLElement;
  const shown = () => [...dialog.querySelectorAll<HTMLElement>(".lightbox-slide:not([inert])")];
  return { dialog, part, shown };
}

const click = (selector: string, how = {}) => fireEvent.click(document.querySelector(selector) as Element, how);

test("the day's picture opens in its place among all, each once and in the page's own rendition", () => {
  const { dialog, part, shown } = page(main() + gallery());
  expect(click(".entry-photo")).toBe(false);
  expect(dialog.open).toBe(true);
  expect(part("[data-strip]")).toHaveFocus();
  expect(part("[data-place]")).toHaveTextContent("2 von 3");
  expect(dialog.querySelectorAll("figure")).toHaveLength(3);
  const image = shown()[0]?.querySelector(".photo-image");
  expect(image).toHaveAttribute("src", `/media/${made}b/optimized`);
  expect(image).not.toHaveAttribute("srcset");
  expect(part("[data-full]")).toHaveAttribute("href", expect.stringContaining(`/media/${made}b/original`));
  expect(dialog.querySelector("[data-transition]")).toBeNull();
  expect(dialog.querySelectorAll("figcaption")).toHaveLength(2);
});

test("buttons and keys turn to the next picture and stop at the ends", () => {
  const { dialog, part, shown } = page(gallery());
  click(".gallery a");
  click("[data-step='-1']");
  expect(part("[data-place]")).toHaveTextContent("1 von 3");
  expect(part("[data-step='-1']")).toHaveAttribute("aria-disabled", "true");
  fireEvent.keyDown(dialog, { key: "ArrowRight" });
  click("[data-step='1']");
  fireEvent.keyDown(dialog, { key: "ArrowRight" });
  expect(part("[data-place]")).toHaveTextContent("3 von 3");
  expect(part("[role=status]")).toHaveTextContent("Ein Hund, 3 von 3");
  expect(shown()).toHaveLength(1);
  expect(shown()[0]).toHaveTextContent("Ein Hund");
  fireEvent.keyDown(dialog, { key: "Home" });
  expect(shown()[0]).toHaveTextContent("Eine Katze");
  expect(fireEvent.keyDown(dialog, { key: "ArrowLeft", altKey: true }), "Back stays the browser's").toBe(true);
});

test("a swipe that came to rest says which picture is there", async () => {
  const { part } = page(gallery());
  click(".gallery a");
  const strip = part("[data-strip]");
  Object.defineProperties(strip, { clientWidth: { value: 390 }, scrollLeft: { value: 778 } });
  fireEvent.scroll(strip);
  await waitFor(() => expect(part("[data-place]")).toHaveTextContent("3 von 3"));
  expect(history.state).toEqual({ photo: 2 });
});

test("Back closes it, and closing it goes back", async () => {
  const { dialog } = page(gallery());
  click(".gallery a");
  expect(history.state).toEqual({ photo: 0 });
  history.back();
  await waitFor(() => expect(dialog.open).toBe(false));
  expect(history.state).toBeNull();
  click(".gallery a");
  click("[data-close]");
  expect(dialog.open).toBe(false);
  await waitFor(() => expect(history.state).toBeNull());
});

test("a reload keeps it open, unless the picture is gone", () => {
  history.replaceState({ photo: 1 }, "");
  expect(page(gallery()).dialog.open).toBe(true);
  history.replaceState({ photo: 7 }, "");
  expect(page(gallery()).dialog.open).toBe(false);
});

test("one picture alone has no arrows; clicks that open a tab are left to the browser", () => {
  const { dialog, part } = page(main());
  for (const how of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }]) click(".entry-photo", how);
  expect(dialog.open).toBe(false);
  click(".entry-photo");
  expect(part("[data-steps]")).not.toBeVisible();
  expect(part("[role=status]")).toHaveTextContent(/^Foto$/);
});

test("a picture pressed before the step back of the one before has come opens after it, and Back closes it", async () => {
  const { dialog, part } = page(gallery());
  click(".gallery a");
  click("[data-close]");
  await waitFor(() => expect(dialog.open).toBe(false));
  await Promise.resolve();
  click(".gallery a:last-child");
  await waitFor(() => expect(dialog.open).toBe(true));
  expect(part("[data-place]")).toHaveTextContent("3 von 3");
  expect(history.state).toEqual({ photo: 2 });
  history.back();
  await waitFor(() => expect(dialog.open).toBe(false));
  expect(history.state?.photo).toBeUndefined();
});

test("a step to a picture that is gone closes the open one and goes no further", async () => {
  const { dialog } = page(gallery());
  click(".gallery a");
  const back = vi.spyOn(history, "back");
  history.replaceState({ photo: 7 }, "");
  fireEvent.popState(window);
  expect(dialog.open).toBe(false);
  await new Promise((done) => setTimeout(done));
  expect(back).not.toHaveBeenCalled();
  expect(history.state.photo).toBeUndefined();
});

test("keys move a long description, and the focus stays where the next key is heard", () => {
  const { dialog, part } = page(gallery());
  click(".gallery a");
  const words = dialog.querySelector("figcaption") as HTMLElement;
  words.scrollBy = vi.fn();
  fireEvent.keyDown(dialog, { key: "ArrowDown" });
  expect(words.scrollBy).toHaveBeenCalledWith({ top: 60 });
  words.focus();
  fireEvent.keyDown(words, { key: "ArrowRight" });
  expect(part("[data-strip]")).toHaveFocus();
});
