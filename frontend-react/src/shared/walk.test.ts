import { expect, test, vi } from "vitest";
import { walk } from "./walk";

test("islands hydrate depth first, and an island inside children after the callback that waits for them", async () => {
  document.body.innerHTML = `
    <leptos-island data-component="outer"><leptos-children><p><leptos-island data-component="inner"></leptos-island></p>
    </leptos-children></leptos-island><leptos-island data-component="last"></leptos-island>`;
  const order: string[] = [];
  const module = {
    outer: async (element: HTMLElement) => {
      await Promise.resolve();
      order.push("outer");
      Object.assign(element.firstElementChild as object, { $$on_hydrate: () => order.push("children of outer") });
    },
    inner: () => order.push("inner"),
    last: () => order.push("last"),
  };
  await walk(document.body, module);
  expect(order).toEqual(["outer", "children of outer", "inner", "last"]);
});

test("an island that the module does not have is skipped with a warning", async () => {
  const said = vi.spyOn(console, "warn").mockImplementation(() => {});
  document.body.innerHTML = `<leptos-island data-component="Gone"></leptos-island><leptos-island data-component="there"></leptos-island>`;
  const there = vi.fn();
  await walk(document.body, { there });
  expect(there).toHaveBeenCalledOnce();
  expect(said).toHaveBeenCalledOnce();
});
