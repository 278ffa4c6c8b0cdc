import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showTips } from "./tips";

const page = document.documentElement;
const shown = () => page.hasAttribute("data-tips");

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<button class="icon-button">a</button><button class="icon-button">b</button>';
});

afterEach(() => {
  vi.useRealTimers();
});

test("a name comes after a moment, the next one at once, it stays no longer than its button is rested on, and Escape takes it away", () => {
  showTips();
  const [first, second] = document.querySelectorAll("button");
  first?.focus();
  vi.advanceTimersByTime(699);
  expect(shown()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(shown()).toBe(true);
  first?.blur();
  vi.advanceTimersByTime(299);
  second?.focus();
  expect(shown()).toBe(true);
  second?.blur();
  vi.advanceTimersByTime(300);
  expect(shown()).toBe(false);
  first?.focus();
  vi.advanceTimersByTime(700);
  dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  vi.advanceTimersByTime(5000);
  expect(shown()).toBe(false);
});
