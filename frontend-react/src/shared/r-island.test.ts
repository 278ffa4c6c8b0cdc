import { beforeEach, expect, test, vi } from "vitest";
import { defineIslands, type Mount, type Props, type RIsland } from "./r-island";

const unmounted = vi.fn();
let fail: (error: unknown) => void = () => {};

const mount: Mount = (root, props, failed) => {
  fail = failed;
  const show = (now: Props) => {
    root.textContent = String(now.word);
    if (root.parentElement) root.parentElement.dataset.ready = "";
  };
  show(props);
  return (next) => (next ? show(next) : unmounted());
};

beforeEach(() => {
  unmounted.mockClear();
  defineIslands({ word: async () => ({ mount }), broken: () => Promise.reject(new Error("no chunk")) });
});

async function place(html: string): Promise<RIsland> {
  document.body.innerHTML = html;
  const island = document.querySelector("r-island") as RIsland;
  await tick();
  return island;
}

const tick = () => new Promise((done) => setTimeout(done));
const word = (island: Element) => island.querySelector("[data-root]")?.textContent;
const HTML = `<r-island name="word" data-props='{"word":"Abend"}'><div data-skeleton>…</div></r-island>`;

test("a widget mounts in a root of its own, beside the server's skeleton", async () => {
  const island = await place(HTML);
  expect(word(island)).toBe("Abend");
  expect(island.dataset.ready).toBe("");
  expect(island.querySelector("[data-skeleton]")).toBeInTheDocument();
});

test("in a dialog that is closed the widget waits until it is opened", async () => {
  const closed = `<dialog>${HTML.replace("name=", 'data-when="open" name=')}</dialog>`;
  const island = await place(closed);
  const dialog = document.querySelector("dialog");
  expect(island.dataset.ready).toBeUndefined();
  dialog?.showModal();
  await tick();
  expect(word(island)).toBe("Abend");
});

test("new props reach the widget", async () => {
  const island = await place(HTML);
  island.dataset.props = '{"word":"Nacht"}';
  expect(word(island)).toBe("Nacht");
});

test("moving the element keeps the widget, removing it ends it", async () => {
  const island = await place(HTML);
  const root = island.querySelector("[data-root]");
  document.body.append(document.createElement("main"));
  document.querySelector("main")?.append(island);
  await tick();
  expect(unmounted).not.toHaveBeenCalled();
  expect(island.querySelector("[data-root]")).toBe(root);
  island.remove();
  await tick();
  expect(unmounted).toHaveBeenCalledOnce();
  document.body.append(island);
  await tick();
  expect(word(island)).toBe("Abend");
});

test("a widget that breaks gives its place back to the skeleton", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const island = await place(HTML);
  fail(new Error("broken"));
  await tick();
  expect(island.querySelector("[data-root]")).toBeNull();
  expect(island.dataset.ready).toBeUndefined();
  expect(said).toHaveBeenCalled();
});

test.each(["broken", "unknown"])("the skeleton of the island '%s' stays", async (name) => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const island = await place(`<r-island name="${name}"><div data-skeleton>Lade...</div></r-island>`);
  expect(island).toHaveTextContent("Lade...");
  expect(island.dataset.ready).toBeUndefined();
  expect(said).toHaveBeenCalled();
});
