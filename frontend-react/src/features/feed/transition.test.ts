import { expect, test } from "vitest";
import { nameCards } from "./transition";

test("only the clicked card's parts get a name for the way to the next page", () => {
  nameCards();
  const card = `<article data-card><a href="#x"><h2 data-transition="date">Freitag</h2></a></article>`;
  document.body.innerHTML = card + card;
  const names = () => [...document.querySelectorAll("h2")].map((e) => e.style.getPropertyValue("view-transition-name"));
  const [first, second] = document.querySelectorAll("a");
  first?.click();
  expect(names()).toEqual(["date", ""]);
  second?.click();
  expect(names()).toEqual(["", "date"]);
});
