import { beforeEach, expect, test } from "vitest";
import { forgetToken } from "../../../shared/auth";
import { entry, fakeFetch, type OpenEditor, openEditor, USER } from "../../../test/editor";
import { eventually } from "../../../test/eventually";
import { de } from "../../../test/texts";
import { heardToasts } from "../../../test/toasts";
import { fakeXhr, type Sent } from "../../../test/xhr";
import { deleteDraft, readDrafts } from "../draft/drafts";

const t = de.editor;
const page = { entryId: "entry-1", version: 3, saved: { text: "Vorher" } };
let sent: Sent[];

beforeEach(async () => {
  for (const draft of await readDrafts(USER)) await deleteDraft(draft.key);
  forgetToken();
  sent = fakeXhr();
  fakeFetch();
});

/** Types, saves, and answers. */
async function answered(editor: OpenEditor, text: string, status: number, body: unknown): Promise<void> {
  const before = sent.length;
  editor.type(text);
  editor.save();
  (await eventually(() => sent[before] ?? expect.fail("nothing was sent"))).answer(status, body);
}

test.each([401, 403, 404, 413])("a proxy's page with %i says nothing about the entry", async (status) => {
  const editor = await openEditor(page);
  await answered(editor, "Nachher", status, "<html>Nein</html>");
  await eventually(() => expect(editor.line()).toBe(t.save_line.unclear));
  expect(editor.notice()).toBe("");
});

test("a proxy's 413 for a photo says that it was too large for the network in between", async () => {
  const toasts = heardToasts();
  const editor = await openEditor(page);
  editor.addFiles(new File(["x"], "meer.jpg", { type: "image/jpeg" }));
  await answered(editor, "Nachher", 413, "<html>Nein</html>");
  await eventually(() => expect(JSON.stringify(toasts)).toContain(t.toast.too_large));
});

test("a 404 of our own with another code does not mean that the entry is deleted", async () => {
  const editor = await openEditor(page);
  await answered(editor, "Nachher", 404, { code: "not_found", message: "Gibt es nicht." });
  await eventually(() => expect(editor.line()).toBe(t.save_line.failed));
  expect(editor.notice()).toBe("");
});

test("the notice of a deleted entry disappears when it is saved again", async () => {
  const editor = await openEditor(page);
  await answered(editor, "Nachher", 404, { code: "entry_not_found", message: "Gibt es nicht mehr." });
  await eventually(() => expect(editor.notice()).toContain(t.kept.gone));
  await answered(editor, "Wieder da", 200, entry({ text: "Wieder da", version: 4 }));
  await eventually(() => expect(editor.line()).toMatch(/^Gespeichert/));
  expect(editor.notice()).toBe("");
});

test("a summary source that the server does not know does not leave the form unsaved", async () => {
  const editor = await openEditor({ ...page, saved: { text: "Vorher", summary: "Kurz", summarySource: "old" } });
  await answered(editor, "Nachher", 200, entry({ text: "Nachher", summary: "Kurz", summarySource: "", version: 4 }));
  await eventually(() => expect(editor.line()).toMatch(/^Gespeichert/));
  expect(editor.content().summarySource).toBe("");
  window.dispatchEvent(new Event("pagehide"));
  editor.type("Nachher");
  await new Promise((later) => setTimeout(later, 400));
  expect(await readDrafts(USER)).toEqual([]);
});
