import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { on } from "../../shared/events";
import { eventually } from "../../test/eventually";
import { hearShareButtons } from "./share-buttons";

const LINK = "https://tagesecho.test/?invite=K7QW-3MPA-XY";
const writeText = vi.fn();
const said: string[] = [];
let ended = () => {};

function show(): HTMLElement {
  document.body.innerHTML = `<ul data-copied="Link kopiert" data-failed="Ging nicht" data-words="Komm!">
    <button data-copy="${LINK}">Kopieren</button><button data-pass-on="${LINK}" hidden>Teilen</button></ul>`;
  const list = document.querySelector("ul") as HTMLElement;
  hearShareButtons(list);
  return list;
}

const button = (name: string) => document.querySelector<HTMLElement>(`[${name}]`);

beforeEach(() => {
  said.length = 0;
  ended = on("app:toast", (toast) => said.push(`${toast.kind}: ${toast.title}`));
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
});

afterEach(() => {
  ended();
  Reflect.deleteProperty(navigator, "share");
});

test("a toast says whether the link was copied", async () => {
  show();
  expect(button("data-pass-on")?.hidden).toBe(true);
  writeText.mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error("no"));
  button("data-copy")?.click();
  await eventually(() => expect(said).toEqual(["ok: Link kopiert"]));
  expect(writeText).toHaveBeenCalledWith(LINK);
  button("data-copy")?.click();
  await eventually(() => expect(said).toContain("error: Ging nicht"));
});

test("the link goes to the share sheet if there is one, and closing the sheet shows no toast", async () => {
  const share = vi.fn().mockRejectedValue(new DOMException("closed", "AbortError"));
  Object.defineProperty(navigator, "share", { value: share, configurable: true });
  show();
  expect(button("data-pass-on")?.hidden).toBe(false);
  button("data-pass-on")?.click();
  await eventually(() => expect(share).toHaveBeenCalledWith({ text: "Komm!", url: LINK }));
  expect(said).toEqual([]);
});
