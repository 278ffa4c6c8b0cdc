import { within } from "@testing-library/dom";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { forgetToken } from "../../auth";
import type { RIsland } from "../../r-island";
import { entry, fakeFetch, openEditor } from "../../test/editor";
import { eventually } from "../../test/eventually";
import { file } from "../../test/files";
import { de } from "../../test/texts";
import { fakeXhr, type Sent } from "../../test/xhr";

vi.mock("../../navigate");

let sent: Sent[];

beforeEach(() => {
  forgetToken();
  sent = fakeXhr();
  fakeFetch();
});

test("a save does not reset widgets that hold the saved values, so typing goes on", async () => {
  const page = await openEditor({ entryId: "entry-1", saved: { text: "Text", emojis: "☕" } });
  page.type("Mehr Text");
  page.save();
  await eventually(() => expect(sent).toHaveLength(1));
  const emojis = page.find<HTMLInputElement>(".emoji-field");
  const mood = page.find<HTMLInputElement>(".mood-range");
  emojis.focus();
  sent[0]?.answer(200, entry({ text: "Mehr Text", emojis: "☕", version: 2 }));
  await eventually(() => expect(page.line()).toContain("Gespeichert"));
  expect(page.find(".emoji-field")).toBe(emojis);
  expect(page.find(".mood-range")).toBe(mood);
  expect(emojis).toHaveFocus();
});

test("a photo that is saved while its description is typed keeps the caret", async () => {
  const page = await openEditor({ entryId: "entry-1", saved: { text: "Text" } });
  page.addFiles(file("a.jpg"));
  await eventually(() => expect(page.find(".dropzone-alt")).not.toBeNull());
  page.save();
  await eventually(() => expect(sent).toHaveLength(1));
  const before = page.find<HTMLInputElement>(".dropzone-alt");
  before.focus();
  const image = { alt: "" } as ReturnType<typeof entry>["images"][number];
  const urls = ["/api/images/1"];
  const pictures = { images: [image], imageUrls: urls, optimizedImageUrls: urls, thumbnailUrls: urls };
  sent[0]?.answer(200, entry({ text: "Text", version: 2, ...pictures }));
  await eventually(() => expect(page.line()).toContain("Gespeichert"));
  expect(page.find(".dropzone-alt")).not.toBe(before);
  expect(page.find(".dropzone-alt")).toHaveFocus();
});

test("a widget that fails says what is safe, and is loaded again with its value", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const page = await openEditor({ entryId: "entry-1", saved: { text: "Text", emojis: "☕" } });
  await userEvent.click(page.find(".emoji-suggestion"));
  await eventually(() => expect(page.line()).toContain(de.editor.save_line.local));
  await page.stored();
  const element = page.find<RIsland>('r-island[name="emoji"]');
  element.give({ value: Symbol("no text") });
  await eventually(() => expect(element).toHaveTextContent(de.editor.widget.failed));
  await userEvent.click(within(element).getByRole("button", { name: de.editor.widget.again }));
  await eventually(() => expect(page.find<HTMLInputElement>("[name=emojis]").value).toBe("☕😀"));
  expect(element).not.toHaveTextContent(de.editor.widget.failed);
});
