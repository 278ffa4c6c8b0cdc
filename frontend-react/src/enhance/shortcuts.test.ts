import { expect, test } from "vitest";
import { listenForShortcuts } from "./shortcuts";

listenForShortcuts();

let went: string[] = [];
document.addEventListener("click", (event) => {
  const link = (event.target as Element).closest("a");
  if (link) went.push(link.getAttribute("href") ?? "");
  event.preventDefault();
});

function page(more = ""): void {
  went = [];
  document.body.innerHTML = `<nav><a href="/search">Suche</a></nav>
    <a href="/dashboard?before=x" rel="next">Ältere</a>
    <nav data-days><a href="/entry/1" rel="prev">Vorheriger</a><a href="/entry/3" rel="next">Nächster</a></nav>${more}`;
}

function press(key: string, init: KeyboardEventInit = {}, on: Element = document.body): boolean {
  return !on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init }));
}

test("the arrows lead to the days beside an entry", () => {
  page();
  expect(press("ArrowLeft")).toBe(true);
  expect(press("ArrowRight")).toBe(true);
  expect(went).toEqual(["/entry/1", "/entry/3"]);
});

test("the browser keeps its key if there is no such day", () => {
  page();
  document.querySelector("[data-days]")?.remove();
  expect(press("ArrowRight")).toBe(false);
  expect(went, "older entries of a list are no day").toEqual([]);
});

test("an arrow does nothing with another key, held down, or used by something else", () => {
  page();
  const others: KeyboardEventInit[] = [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { shiftKey: true }];
  for (const init of [...others, { repeat: true }]) expect(press("ArrowLeft", init)).toBe(false);
  document.body.addEventListener("keydown", (event) => event.preventDefault(), { once: true });
  press("ArrowLeft");
  expect(went).toEqual([]);
});

test("an arrow on a button turns no page, and the slash still opens the search", () => {
  page("<button>Favorit</button>");
  const button = document.body.lastElementChild as Element;
  expect(press("ArrowRight", {}, button)).toBe(false);
  expect(press("/", {}, button)).toBe(true);
  expect(went).toEqual(["/search"]);
});

test("no key leads away from a field, a player, a menu or a dialog", () => {
  const places = [
    "<textarea></textarea>",
    "<input type='radio'>",
    "<select></select>",
    "<audio controls></audio>",
    "<p contenteditable>x</p>",
    "<div popover><button>x</button></div>",
  ];
  for (const place of places) {
    page(place);
    const at = document.body.lastElementChild as Element;
    for (const key of ["ArrowLeft", "/"]) press(key, {}, at.querySelector("button") ?? at);
    expect(went, place).toEqual([]);
  }
  page("<dialog open></dialog>");
  press("ArrowLeft");
  expect(went).toEqual([]);
});

test("the slash goes to the field of the search, else to its page, where there is one", () => {
  page("<input type='search' data-search-field value='alt'>");
  expect(press("/")).toBe(true);
  const field = document.querySelector("input") as HTMLInputElement;
  expect(document.activeElement).toBe(field);
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 3]);
  expect(went).toEqual([]);
  page();
  expect(press("/", { shiftKey: true })).toBe(true);
  expect(went).toEqual(["/search"]);
  document.body.replaceChildren();
  expect(press("/")).toBe(false);
});
