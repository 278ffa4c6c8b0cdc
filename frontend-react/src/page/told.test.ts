import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tellByButton } from "./told";

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `<button data-told="Link kopiert"><svg></svg><span data-label>Link kopieren</span></button><button>Anderes</button>`;
});
afterEach(() => {
  vi.useRealTimers();
});

const button = () => document.querySelector("button") as HTMLElement;
const copied = { title: "Link kopiert", kind: "ok" } as const;

test("the pressed button says it for five seconds, to those who hear as well", () => {
  expect(tellByButton(copied, document.querySelector("svg") as Element)).toBe(true);
  expect(button()).toHaveTextContent("Link kopiert");
  const region = document.querySelector("[role=status]");
  expect(region).toBeEmptyDOMElement();
  vi.advanceTimersByTime(200);
  expect(region).toHaveTextContent("Link kopiert");
  vi.advanceTimersByTime(5000);
  expect(button()).toHaveTextContent("Link kopieren");
  expect(region).not.toBeInTheDocument();
});

test("a second press begins anew, and the first words come back all the same", () => {
  tellByButton(copied, button());
  vi.advanceTimersByTime(4000);
  tellByButton(copied, button());
  vi.advanceTimersByTime(4000);
  expect(button()).toHaveTextContent("Link kopiert");
  expect(document.querySelectorAll("[role=status]")).toHaveLength(1);
  vi.advanceTimersByTime(1000);
  expect(button()).toHaveTextContent("Link kopieren");
});

test("what the button does not know, or another one did, is a toast", () => {
  expect(tellByButton({ title: "Fehler", kind: "error" }, button())).toBe(false);
  expect(tellByButton({ ...copied, description: "Nur für dich" }, button())).toBe(false);
  expect(tellByButton(copied, document.querySelectorAll("button")[1])).toBe(false);
  expect(tellByButton(copied, undefined)).toBe(false);
  expect(button()).toHaveTextContent("Link kopieren");
});
