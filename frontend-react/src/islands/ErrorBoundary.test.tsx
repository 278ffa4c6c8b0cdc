import { act } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { de, texts } from "../test/texts";
import { island } from "./island";

function Fragile({ isBroken }: { isBroken?: boolean }) {
  useEffect(() => {
    if (isBroken) throw new Error("broken");
  }, [isBroken]);
  return <p>Mood</p>;
}

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

test("a widget that breaks says what is safe and offers to load the page again, and new props begin it anew", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const root = document.createElement("div");
  document.body.append(root);
  const fail = vi.fn();
  let update: ReturnType<ReturnType<typeof island>> = () => {};
  act(() => {
    update = island(Fragile)(root, { texts, isBroken: true }, fail);
  });
  expect(root).toHaveTextContent(de.editor.broken.text);
  expect(root.querySelector("button")).toHaveTextContent(de.editor.broken.reload);
  expect(fail).not.toHaveBeenCalled();
  act(() => update({ texts, isBroken: false }));
  expect(root).toHaveTextContent("Mood");
});
