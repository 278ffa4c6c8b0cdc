import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Toast } from "../../shared/events";
import { de, texts } from "../../test/texts";
import { createToasts } from "./store";
import { Toaster } from "./Toaster";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function show() {
  const toasts = createToasts();
  render(<Toaster texts={texts} toasts={toasts} />);
  const add = (toast: Toast) => {
    act(() => toasts.add(toast));
    pass(0);
  };
  return { toasts, add };
}

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

const items = () => screen.queryAllByRole("listitem");

test("one toast is visible at a time, the newest", () => {
  const { add } = show();
  add({ title: "Eintrag erstellt" });
  add({ title: "Link kopiert", description: "Nur für dich" });
  expect(items()).toHaveLength(1);
  expect(items()[0]).toHaveTextContent("Link kopiert");
  expect(items()[0]).toHaveTextContent("Nur für dich");
});

test("a toast goes after five seconds", () => {
  const { add } = show();
  add({ title: "Eintrag aktualisiert" });
  pass(4900);
  expect(items()).toHaveLength(1);
  pass(200);
  expect(items()).toHaveLength(0);
});

test("a toast with an action stays until it is closed", () => {
  const { add } = show();
  const heard = vi.fn();
  window.addEventListener("undo", heard);
  add({ title: "Gelöscht", action: { label: "Rückgängig", event: "undo" } });
  pass(60_000);
  expect(items()).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Rückgängig" }));
  expect(heard).toHaveBeenCalledOnce();
  expect(items()).toHaveLength(0);
});

test("an action that is on the page as well goes with its toast", () => {
  const { add } = show();
  add({ title: "Eintrag erstellt", action: { label: "Ansehen", href: "/entry/1" }, passing: true });
  expect(screen.getByRole("link", { name: "Ansehen" })).toHaveAttribute("href", "/entry/1");
  pass(5200);
  expect(items()).toHaveLength(0);
});

test("a toast with an action outlives one without, and comes back after it", () => {
  const { add } = show();
  const heard = vi.fn();
  window.addEventListener("undo-deletion", heard);
  add({ title: "Gelöscht", action: { label: "Rückgängig", event: "undo-deletion" } });
  add({ title: "Dein Text von gestern ist gespeichert" });
  expect(items()).toHaveLength(1);
  expect(items()[0]).toHaveTextContent("Dein Text von gestern ist gespeichert");
  pass(5100);
  expect(items()).toHaveLength(1);
  add({ title: "Nicht gesendet", kind: "error", also: { label: "Ansehen", href: "/create" } });
  add({ title: "Nicht gesendet", kind: "error", also: { label: "Ansehen", href: "/create" } });
  expect(items()[0]).toHaveTextContent("Nicht gesendet");
  fireEvent.click(screen.getByRole("button", { name: de.toast.close }));
  expect(items()).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Rückgängig" }));
  expect(heard).toHaveBeenCalledOnce();
  expect(items()).toHaveLength(0);
});

test("the close button and F8 are there", () => {
  const { add } = show();
  add({ title: "Eintrag erstellt" });
  expect(screen.getByRole("region", { name: de.toast.region.replace("{hotkey}", "F8") })).toBeInTheDocument();
  fireEvent.keyDown(document, { key: "F8", code: "F8" });
  expect(screen.getByRole("list")).toHaveFocus();
  fireEvent.click(screen.getByRole("button", { name: de.toast.close }));
  expect(items()).toHaveLength(0);
});

test("the words are spoken once, by one region", () => {
  const { add } = show();
  add({ title: "Fehler", description: "Keine Verbindung", kind: "error" });
  pass(200);
  expect(screen.getByRole("status")).toHaveTextContent("Fehler. Keine Verbindung");
});

test("a dismissed toast leaves the list long after it left the screen", () => {
  const { toasts, add } = show();
  add({ title: "Eintrag erstellt" });
  fireEvent.click(screen.getByRole("button", { name: de.toast.close }));
  pass(999_000);
  expect(toasts.list()).toHaveLength(1);
  pass(1000);
  expect(toasts.list()).toHaveLength(0);
});
