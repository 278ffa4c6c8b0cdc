import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { dataOf } from "../../../emoji-data";
import { likelyEmojis } from "../../features/entry-editor/emoji/emoji";
import { de, texts } from "../../test/texts";
import * as data from "./data";
import { EmojiPanel } from "./EmojiPanel";
import { usePanel } from "./usePanel";

const t = de.editor.emoji;

afterEach(() => {
  document.documentElement.lang = "";
});

function show() {
  const pick = vi.fn();
  const close = vi.fn();
  const sent = vi.fn((event: Event) => event.preventDefault());
  const { container } = render(
    <form>
      <EmojiPanel texts={texts} id="panel" pick={pick} close={close} />
      <button type="submit">x</button>
    </form>,
  );
  container.querySelector("form")?.addEventListener("submit", sent);
  return { pick, close, sent };
}

test("every language has the same emojis with words of its own", async () => {
  const [german, english, french, spanish] = await Promise.all(["de", "en", "fr", "es"].map(data.emojisOf));
  expect(german?.emojis.length).toBeGreaterThan(1700);
  for (const other of [english, french, spanish]) expect(other?.emojis.length).toBe(german?.emojis.length);
  const words = (all: typeof german) => all?.emojis.find(({ emoji }) => emoji === "🐈️" || emoji === "🐈")?.label;
  expect([german, english, french, spanish].map(words)).toEqual(["Katze", "cat", "chat", "gato"]);
  expect(german?.categories).toHaveLength(9);
});

test("whatever the picker offers is taken by the field", () => {
  const left = dataOf("de").emojis.filter(({ emoji }) => likelyEmojis(emoji) === "");
  expect(left).toEqual([]);
});

test("the page's language is searched, English where it has none", async () => {
  const asked = vi.spyOn(data, "emojisOf");
  document.documentElement.lang = "fr";
  show();
  await screen.findByRole("searchbox", { name: t.search });
  expect(asked).toHaveBeenCalledWith("fr");
  expect((await data.emojisOf("pt")).locale).toBe("en");
});

test("the search has the focus, Enter never sends the form, Escape closes", async () => {
  const { close, sent } = show();
  const search = await screen.findByRole("searchbox", { name: t.search });
  expect(search).toHaveFocus();
  await userEvent.type(search, "gibtesnicht{Enter}");
  expect(sent).not.toHaveBeenCalled();
  await userEvent.keyboard("{Escape}");
  expect(close).toHaveBeenCalledOnce();
});

test("on touch the search waits for a tap, since a keyboard would cover the emojis", async () => {
  vi.spyOn(globalThis, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
  show();
  expect(await screen.findByRole("searchbox", { name: t.search })).not.toHaveFocus();
});

test("it closes where the browser promises to have scrolled", async () => {
  const scroll = vi.fn(async () => undefined);
  Object.defineProperty(Element.prototype, "scrollIntoView", { value: scroll, configurable: true });
  const { unmount } = render(<EmojiPanel texts={texts} id="panel" pick={vi.fn()} close={vi.fn()} />);
  await screen.findByRole("searchbox", { name: t.search });
  expect(unmount).not.toThrow();
  expect(scroll).toHaveBeenCalled();
  Reflect.deleteProperty(Element.prototype, "scrollIntoView");
});

test("a missing network is reported, and a button tries again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(data, "emojisOf").mockRejectedValueOnce(new TypeError("offline"));
  show();
  expect(await screen.findByRole("alert")).toHaveTextContent(t.failed);
  await userEvent.click(screen.getByRole("button", { name: t.retry }));
  await waitFor(() => expect(screen.getByRole("searchbox", { name: t.search })).toBeVisible());
});

function Opener({ name }: { name: string }) {
  const panel = usePanel();
  return (
    <>
      <button
        ref={panel.opener}
        type="button"
        aria-controls={panel.isOpen ? panel.id : undefined}
        aria-expanded={panel.isOpen}
        onClick={panel.toggle}
      >
        {name}
      </button>
      {panel.isOpen && <EmojiPanel texts={texts} id={panel.id} pick={() => {}} close={panel.close} />}
    </>
  );
}

test("one picker is open at a time, and Escape on its button closes it", async () => {
  render(
    <>
      <Opener name="a" />
      <Opener name="b" />
    </>,
  );
  const [a, b] = ["a", "b"].map((name) => screen.getByRole("button", { name })) as [HTMLElement, HTMLElement];
  await userEvent.click(a);
  await userEvent.click(b);
  expect([a, b].map((button) => button.getAttribute("aria-expanded"))).toEqual(["false", "true"]);
  await userEvent.keyboard("{Escape}");
  expect(b.getAttribute("aria-expanded")).toBe("false");
});
