import { expect, test } from "vitest";
import { closeNotices } from "./notices";

test("a notice closes in its place, and what was typed stays", () => {
  document.body.innerHTML = `<main><div class="notice"><p>Eintrag erstellt</p><a class="notice-close" href="/"><i></i></a></div><input /></main>`;
  const field = document.querySelector("input") as HTMLInputElement;
  field.value = "getippt";
  closeNotices();
  const press = new MouseEvent("click", { bubbles: true, cancelable: true });
  document.querySelector(".notice-close i")?.dispatchEvent(press);
  expect(press.defaultPrevented).toBe(true);
  expect(document.querySelector(".notice")).toBeNull();
  expect(document.activeElement?.localName).toBe("main");
  expect(field.value).toBe("getippt");
});
