import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showOnButton } from "./button-feedback";

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `<button data-told="Link kopiert"><svg></svg><span data-label>Link kopieren</span></button><button>Anderes</button>`;
});
afterEach(() => {
  vi.useRealTimers();
});

const button = () => document.querySelector("button") as HTMLElement;
const copied = { title: "Link kopiert", kind: "ok" } as const;

test("the pressed button shows the message for five seconds, and a screen reader speaks it", () => {
  expect(showOnButton(copied, document.querySelector("svg") as Element)).toBe(true);
  expect(button()).toHaveTextContent("Link kopiert");
  const region = document.querySelector("[role=status]");
  expect(region).toBeEmptyDOMElement();
  vi.advanceTimersByTime(200);
  expect(region).toHaveTextContent("Link kopiert");
  vi.advanceTimersByTime(5000);
  expect(button()).toHaveTextContent("Link kopieren");
  expect(region).not.toBeInTheDocument();
});

test("a second press starts the time again, and the original label still comes back", () => {
  showOnButton(copied, button());
  vi.advanceTimersByTime(4000);
  showOnButton(copied, button());
  vi.advanceTimersByTime(4000);
  expect(button()).toHaveTextContent("Link kopiert");
  expect(document.querySelectorAll("[role=status]")).toHaveLength(1);
  vi.advanceTimersByTime(1000);
  expect(button()).toHaveTextContent("Link kopieren");
});

test("a message that is not the button's own, or that another button caused, is a toast", () => {
  expect(showOnButton({ title: "Fehler", kind: "error" }, button())).toBe(false);
  expect(showOnButton({ ...copied, description: "Nur für dich" }, button())).toBe(false);
  expect(showOnButton(copied, document.querySelectorAll("button")[1])).toBe(false);
  expect(showOnButton(copied, undefined)).toBe(false);
  expect(button()).toHaveTextContent("Link kopieren");
});
