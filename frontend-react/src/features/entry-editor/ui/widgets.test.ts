import { beforeEach, expect, test, vi } from "vitest";
import { forgetToken } from "../../../shared/auth";
import { go } from "../../../shared/navigate";
import { entry, fakeFetch, openEditor, openPhoto, USER } from "../../../test/editor";
import { eventually } from "../../../test/eventually";
import { file } from "../../../test/files";
import { de } from "../../../test/texts";
import { fakeXhr, type Sent } from "../../../test/xhr";

import { deleteDraft, readDrafts } from "../draft/drafts";

vi.mock("../../../shared/navigate");

let sent: Sent[];

beforeEach(async () => {
  for (const draft of await readDrafts(USER)) await deleteDraft(draft.key);
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
  await eventually(() => expect(page.element.querySelector(".dropzone-thumb")).not.toBeNull());
  const before = await openPhoto(page, 0);
  page.save();
  await eventually(() => expect(sent).toHaveLength(1));
  before.focus();
  const image = { alt: "" } as ReturnType<typeof entry>["images"][number];
  const urls = ["/api/images/1"];
  const pictures = { images: [image], imageUrls: urls, optimizedImageUrls: urls, thumbnailUrls: urls };
  sent[0]?.answer(200, entry({ text: "Text", version: 2, ...pictures }));
  await eventually(() => expect(page.line()).toContain("Gespeichert"));
  expect(page.find(".dropzone-alt")).toBe(before);
  expect(before).toHaveFocus();
});

test("a save waits for a section to finish, and sends its result once", async () => {
  const page = await openEditor();
  page.type("Text");
  let finish = () => {};
  const speaking = new Promise<void>((done) => {
    finish = done;
  });
  page.saveHooks.add({ finish: () => speaking });
  page.save();
  page.save();
  expect(page.button()).toBe(de.editor.saving);
  expect(sent).toEqual([]);
  page.type("Text, zu Ende gesprochen");
  finish();
  await eventually(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body.get("text")).toBe("Text, zu Ende gesprochen");
});

test("a section that fails to finish does not block a save", async () => {
  const page = await openEditor();
  page.type("Text");
  page.saveHooks.add({ finish: () => Promise.reject(new Error("broken")) });
  page.save();
  await eventually(() => expect(sent).toHaveLength(1));
});

test("a save that waited and then has nothing to send resets the save line", async () => {
  const page = await openEditor();
  page.saveHooks.add({ finish: () => new Promise((done) => setTimeout(done, 5)) });
  const before = page.line();
  page.save();
  expect(page.line()).toBe(de.editor.save_line.saving);
  await eventually(() => expect(page.line()).toBe(before));
  page.type("x".repeat(3001));
  await page.stored();
  page.save();
  expect(page.line()).toBe(de.editor.save_line.saving);
  await page.stored();
  expect(sent).toEqual([]);
});

test("the field says which emojis the server did not know, until it is changed; so does the page after a new entry", async () => {
  const newer = "\u{1faff}";
  const said = de.editor.emoji.left_out.replace("{emojis}", newer);
  const page = await openEditor({ entryId: "entry-1", saved: { text: "Text" } });
  page.edit({ emojis: `☕${newer}` });
  page.save();
  await eventually(() => expect(sent).toHaveLength(1));
  sent[0]?.answer(200, entry({ text: "Text", emojis: "☕", version: 2 }));
  await eventually(() => expect(page.find(".emoji-hint")).toHaveTextContent(said));
  page.edit({ emojis: "☕☕" });
  await eventually(() => expect(page.find(".emoji-hint")).not.toHaveTextContent(said));
  page.close();

  const created = await openEditor();
  created.type("Neu");
  created.edit({ mood: { level: 5, feeling: null, customEmoji: newer, isSet: false } });
  created.save();
  await eventually(() => expect(sent).toHaveLength(2));
  sent[1]?.answer(201, entry({ text: "Neu" }));
  await eventually(() => expect(go).toHaveBeenCalled());
  expect(sessionStorage.getItem("toast")).toContain(said);
});
