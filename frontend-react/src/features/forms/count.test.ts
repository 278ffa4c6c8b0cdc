import { expect, test } from "vitest";
import { showLength } from "./count";

test("the counter counts as the server does and says when it is too much", () => {
  document.body.innerHTML = `<textarea id="m"> 👋 Hallo </textarea>
    <p data-count="m" data-max="8" data-words="{n} von {max} Zeichen"></p>`;
  const counter = document.querySelector("p") as HTMLElement;
  const field = document.querySelector("textarea") as HTMLTextAreaElement;
  showLength(counter);
  expect(counter).toHaveTextContent("7 von 8 Zeichen");
  field.value = "Hallo\r\nihr zwei";
  field.dispatchEvent(new Event("input"));
  expect(counter).toHaveTextContent("14 von 8 Zeichen");
  expect(counter.dataset.state).toBe("over");
});
