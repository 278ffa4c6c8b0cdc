import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { showSection } from "../../../test/section";
import { de, texts } from "../../../test/texts";
import { useEditor, useEntry } from "../state/context";
import { Section } from "./Section";

const t = de.editor.widget;

/** A section that writes a word into the entry, and breaks on another one. */
function Words({ word }: { word?: string }) {
  const { store } = useEditor();
  const text = useEntry((state) => state.content.text);
  if (text === "broken") throw new Error("broken");
  return (
    <button type="button" onClick={() => store.dispatch({ type: "edit", fields: { text: `${text}${word}` } })}>
      {text}
    </button>
  );
}

function show(load: () => Promise<{ default: typeof Words }>) {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const slot = document.body.appendChild(document.createElement("div"));
  slot.dataset.props = '{"word":"!"}';
  return { slot, ...showSection(<Section load={load} slot={slot} texts={texts} />, { saved: { text: "Abend" } }) };
}

test("a section comes with what the server gave it, and the skeleton is hidden then", async () => {
  const { slot } = show(async () => ({ default: Words }));
  expect(slot).not.toHaveAttribute("data-ready");
  await userEvent.click(await screen.findByRole("button", { name: "Abend" }));
  expect(screen.getByRole("button")).toHaveTextContent("Abend!");
  expect(slot).toHaveAttribute("data-ready");
});

test("a section that breaks says what is safe, and is loaded again with its value", async () => {
  const { slot, fill } = show(async () => ({ default: Words }));
  await screen.findByRole("button", { name: "Abend" });
  fill({ text: "broken" });
  expect(screen.getByRole("alert")).toHaveTextContent(t.failed);
  expect(slot).not.toHaveAttribute("data-ready");
  expect(slot).toHaveAttribute("data-failed");
  fill({ text: "Nacht" });
  await userEvent.click(screen.getByRole("button", { name: t.again }));
  expect(await screen.findByRole("button", { name: "Nacht" })).toBeInTheDocument();
  expect(slot).not.toHaveAttribute("data-failed");
});

test("a section that could not be fetched is fetched again", async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error("no chunk")).mockResolvedValue({ default: Words });
  show(load);
  await userEvent.click(await screen.findByRole("button", { name: t.again }));
  expect(await screen.findByRole("button", { name: "Abend" })).toBeInTheDocument();
});
