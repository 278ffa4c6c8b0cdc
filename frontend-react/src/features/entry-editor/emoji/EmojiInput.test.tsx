import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { showSection } from "../../../test/section";
import { de } from "../../../test/texts";
import EmojiSection from ".";

const t = de.editor.emoji;

function show(value = "", suggests = true) {
  const { content, edits } = showSection(<EmojiSection suggests={suggests} />, { saved: { emojis: value } });
  const field = screen.getByRole("textbox", { name: de.editor.emojis_label });
  const saved = () => content().emojis;
  return { edits, field, saved };
}

test("emojis are taken, words are not, and the field says so", async () => {
  const { field, saved, edits } = show();
  await userEvent.type(field, "☕");
  expect(saved()).toBe("☕");
  expect(edits()).toBe(1);
  await userEvent.type(field, "x");
  expect(saved()).toBe("☕");
  expect(screen.getByRole("status")).toHaveTextContent(t.only);
  expect(field).toHaveAccessibleDescription(t.only);
});

test("an eighth emoji is not taken, and the field says why", async () => {
  const { field, saved } = show("😀😀😀😀😀😀");
  await userEvent.click(field);
  await userEvent.paste("👨‍👩‍👧");
  expect(saved()).toBe("😀😀😀😀😀😀👨‍👩‍👧");
  await userEvent.click(screen.getByRole("button", { name: "☕" }));
  expect(saved()).toBe("😀😀😀😀😀😀👨‍👩‍👧");
  expect(screen.getByRole("status")).toHaveTextContent(t.limit);
});

test("a pasted sentence leaves its emojis", async () => {
  const { field, saved } = show();
  await userEvent.click(field);
  await userEvent.paste("Ein Tag 😀 am 3. Mai ❤");
  expect(saved()).toBe("😀❤️");
});

test("a suggestion is added, and the last emoji removed as a whole", async () => {
  const { saved } = show("🇩🇪");
  await userEvent.click(screen.getByRole("button", { name: "☕" }));
  expect(saved()).toBe("🇩🇪☕");
  const remove = screen.getByRole("button", { name: t.remove_last });
  await userEvent.click(remove);
  await userEvent.click(remove);
  expect(saved()).toBe("");
});

test("beside the feelings nothing is suggested", () => {
  show("", false);
  expect(screen.queryByRole("group", { name: t.suggestions })).not.toBeInTheDocument();
});

test("the picker opens beside the field, and closing it leads back to its button", async () => {
  show();
  const open = screen.getByRole("button", { name: t.open });
  expect(open).toHaveAttribute("aria-expanded", "false");
  await userEvent.click(open);
  expect(await screen.findByRole("searchbox", { name: t.search })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("region", { name: t.picker })).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: t.open })).toHaveFocus();
});
