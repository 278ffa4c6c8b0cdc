import { afterEach, expect, test, vi } from "vitest";
import { takeShared } from "./shared";

const put = (shared: FormData | null) => {
  const names = new Set(shared ? ["shared"] : []);
  const found = { formData: async () => shared };
  vi.stubGlobal("caches", {
    has: async (name: string) => names.has(name),
    open: async () => ({ keys: async () => ["/share-target"] }),
    match: async () => found,
    delete: async (name: string) => names.delete(name),
  });
  return names;
};

function form(text = ""): HTMLElement {
  document.body.innerHTML = `<entry-form data-ready><form><textarea name="text">${text}</textarea></form></entry-form>`;
  return document.querySelector("entry-form") as HTMLElement;
}

const written = () => document.querySelector("textarea")?.value;

afterEach(() => vi.unstubAllGlobals());

test("what another app shared comes below what is written, once, and an address that the text has already is left out", async () => {
  const shared = new FormData();
  shared.set("text", "Ein Fund https://example.org/a");
  shared.set("url", "https://example.org/a");
  const names = put(shared);
  const editor = form("Der Morgen\n");
  const heard = vi.fn();
  editor.addEventListener("input", heard);
  await takeShared(editor);
  expect(written()).toBe("Der Morgen\n\nEin Fund https://example.org/a");
  expect(heard).toHaveBeenCalledOnce();
  expect([...names]).toEqual([]);
  await takeShared(editor);
  expect(heard).toHaveBeenCalledOnce();
});

test("nothing shared changes nothing", async () => {
  put(null);
  await takeShared(form("Der Morgen"));
  expect(written()).toBe("Der Morgen");
});
