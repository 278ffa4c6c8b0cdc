import { expect, test } from "vitest";
import { hearMenuKeys } from "./menus";

hearMenuKeys();

function close(element: Element | null): void {
  element?.dispatchEvent(Object.assign(new Event("toggle"), { newState: "closed" }));
}

test("a fold that closes takes its name out of the address, and no other name", () => {
  document.body.innerHTML = `<details id="versions"><p id="version-1"></p></details><details id="months"></details>`;
  history.replaceState({ kept: true }, "", "/entry/1?before=2#version-1");
  close(document.querySelector("#months"));
  expect(location.hash).toBe("#version-1");
  close(document.querySelector("#versions"));
  expect(location.pathname + location.search + location.hash).toBe("/entry/1?before=2");
  expect(history.state).toEqual({ kept: true });
});
