import { beforeEach, expect, test, vi } from "vitest";
import { forgetToken } from "../../auth";
import { fakeFetch, openEditor, USER } from "../../test/editor";
import { eventually } from "../../test/eventually";
import { de } from "../../test/texts";
import { fakeXhr, type Sent } from "../../test/xhr";
import { deleteDraft, readDrafts } from "./drafts";
import type { Finish } from "./finish";

vi.mock("../../navigate");

let sent: Sent[];

beforeEach(async () => {
  for (const draft of await readDrafts(USER)) await deleteDraft(draft.key);
  forgetToken();
  sent = fakeXhr();
  fakeFetch();
});

test("a save waits for a widget to finish, and sends its result once", async () => {
  const editor = await openEditor();
  editor.type("Text");
  let finish = () => {};
  const speaking = new Promise<void>((done) => {
    finish = done;
  });
  const form = editor.find("form");
  form.addEventListener("entry-saving", (event) => (event as CustomEvent<Finish>).detail.wait(speaking));
  editor.save();
  editor.save();
  expect(editor.button()).toBe(de.editor.saving);
  expect(sent).toEqual([]);
  editor.type("Text, zu Ende gesprochen");
  finish();
  await eventually(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body.get("text")).toBe("Text, zu Ende gesprochen");
});

test("a widget that fails to finish does not block a save", async () => {
  const editor = await openEditor();
  editor.type("Text");
  editor.find("form").addEventListener("entry-saving", (event) => {
    (event as CustomEvent<Finish>).detail.wait(Promise.reject(new Error("broken")));
  });
  editor.save();
  await eventually(() => expect(sent).toHaveLength(1));
});

test("a save that waited and then has nothing to send resets the save line", async () => {
  const editor = await openEditor();
  editor.find("form").addEventListener("entry-saving", (event) => {
    (event as CustomEvent<Finish>).detail.wait(new Promise((done) => setTimeout(done, 5)));
  });
  const before = editor.line();
  editor.save();
  expect(editor.line()).toBe(de.editor.save_line.saving);
  await eventually(() => expect(editor.line()).toBe(before));
  editor.type("x".repeat(3001));
  await editor.stored();
  editor.save();
  expect(editor.line()).toBe(de.editor.save_line.saving);
  await editor.stored();
  expect(sent).toEqual([]);
});
