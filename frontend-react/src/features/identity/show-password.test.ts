import { expect, test } from "vitest";
import { hearShowPassword } from "./show-password";

test("a password is shown and hidden again, and the button says what the next press does", () => {
  document.body.innerHTML =
    '<input type="password" name="p"><button type="button" data-show-password aria-label="Zeigen" data-other="Verbergen"></button>';
  hearShowPassword();
  const [field, button] = [document.querySelector("input"), document.querySelector("button")];
  button?.click();
  expect([field?.type, button?.getAttribute("aria-label")]).toEqual(["text", "Verbergen"]);
  button?.click();
  expect([field?.type, button?.getAttribute("aria-label")]).toEqual(["password", "Zeigen"]);
});
