import { beforeEach, expect, test, vi } from "vitest";
import { forgetToken } from "../../../shared/auth";
import type { Toast } from "../../../shared/events";
import { go } from "../../../shared/navigate";
import { entry, fakeFetch, type OpenEditor, openEditor, openPhoto, USER } from "../../../test/editor";
import { eventually } from "../../../test/eventually";
import { file } from "../../../test/files";
import { picture } from "../../../test/pictures";
import { de } from "../../../test/texts";
import { heardToasts } from "../../../test/toasts";
import { fakeXhr, type Sent } from "../../../test/xhr";
import { deleteDraft, readDrafts } from "../draft/drafts";

vi.mock("../../../shared/navigate");

const t = de.editor;
let sent: Sent[];
let toasts: Toast[];

beforeEach(async () => {
  vi.mocked(go).mockClear();
  history.replaceState(null, "", "/create");
  for (const draft of await readDrafts(USER)) await deleteDraft(draft.key);
  forgetToken();
  sent = fakeXhr();
  fakeFetch();
  toasts = heardToasts();
});

const request = (n = 1) => eventually(() => sent[n - 1] ?? expect.fail("nothing was sent"));
const keyOf = ({ body }: Sent) => String(body.get("idempotencyKey"));
const strip = (editor: OpenEditor) => editor.find<HTMLElement>("[data-upload]");
const words = (editor: OpenEditor) => strip(editor).querySelector("p")?.textContent;

/** The request's fields that the person filled in. */
const filledIn = ({ body }: Sent) =>
  [...body]
    .filter(([name]) => name !== "ticket")
    .map(([name, value]) => [name, value instanceof File ? value.name : value]);

async function stopped(editor: OpenEditor): Promise<Sent> {
  editor.addFiles(file("a.jpg"));
  editor.type("Mit Bild");
  editor.save();
  const first = await request();
  first.progress(30, 100);
  expect(editor.find<HTMLProgressElement>("progress").value).toBe(0.3);
  expect([words(editor), editor.button()]).toEqual([`${t.upload.sending} 30 %`, t.saving]);
  first.progress(100, 100);
  expect(words(editor)).toBe(t.upload.waiting);
  editor.press(t.upload.cancel);
  await eventually(() => expect(words(editor)).toBe(t.upload.cancelled));
  return first;
}

test("a cancelled upload keeps everything and says so, and a retry sends the same", async () => {
  const editor = await openEditor();
  const first = await stopped(editor);
  expect([editor.line(), editor.button()]).toEqual([t.save_line.failed, t.save]);
  expect([editor.text.value, editor.photos()]).toEqual(["Mit Bild", ["Foto 1: a.jpg"]]);
  const [draft] = await readDrafts(USER);
  expect([draft?.text, draft?.files.map(({ name }) => name)]).toEqual(["Mit Bild", ["a.jpg"]]);
  expect(toasts).toEqual([]);
  editor.press(t.upload.retry);
  const second = await request(2);
  expect(filledIn(second)).toEqual(filledIn(first));
  second.answer(201, entry({ text: "Mit Bild" }));
  await eventually(() => expect(go).toHaveBeenCalledWith("/dashboard"));
});

test("a retry after a cancelled upload has its key, and later changes are saved on top, without a second photo", async () => {
  const editor = await openEditor();
  const first = await stopped(editor);
  editor.type("Mit Bild und mehr");
  editor.press(t.upload.retry);
  const again = await request(2);
  expect([keyOf(again), filledIn(again)]).toEqual([keyOf(first), filledIn(first)]);
  const { url, ...image } = picture("i");
  again.answer(201, entry({ text: "Mit Bild", images: [image], imageUrls: [url] }));
  const third = await request(3);
  expect([third.method, third.body.get("text"), third.body.get("version")]).toEqual([
    "PATCH",
    "Mit Bild und mehr",
    "1",
  ]);
  expect([third.body.get("existingImages"), third.body.getAll("images")]).toEqual([`["${url}"]`, []]);
});

test("a photo that is taken away after a cancelled upload is not sent again", async () => {
  const editor = await openEditor();
  const first = await stopped(editor);
  editor.element.querySelector<HTMLButtonElement>(".dropzone-remove")?.click();
  await eventually(() => expect(editor.photos()).toEqual([]));
  editor.save();
  const second = await request(2);
  expect([second.body.getAll("images"), keyOf(second) === keyOf(first)]).toEqual([[], false]);
});

test("an upload of photos that lost its connection can be retried", async () => {
  const editor = await openEditor();
  editor.addFiles(file("a.jpg"));
  editor.save();
  (await request()).lose();
  await eventually(() => expect(words(editor)).toBe(t.upload.lost));
  expect([editor.line(), toasts]).toEqual([t.save_line.queued, []]);
  editor.press(t.upload.retry);
  expect((await request(2)).body.getAll("images")).toHaveLength(1);
});

test("an upload can be cancelled while the connection stalls", async () => {
  const editor = await openEditor();
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  editor.addFiles(file("a.jpg"));
  editor.type("Im Funkloch");
  editor.save();
  await eventually(() => expect(words(editor)).toBe(t.upload.sending));
  editor.press(t.upload.cancel);
  await eventually(() => expect(words(editor)).toBe(t.upload.cancelled));
  expect([editor.button(), sent.length]).toEqual([t.save, 0]);
});

test("a save of text alone does not show the strip", async () => {
  const editor = await openEditor();
  editor.type("Nur Text");
  editor.save();
  await request();
  expect(strip(editor).hidden).toBe(true);
});

test("the focus stays in the strip, and a double click on cancel does not retry", async () => {
  const editor = await openEditor();
  editor.addFiles(file("a.jpg"));
  editor.save();
  await request();
  const [stop, again] = strip(editor).querySelectorAll("button");
  stop?.focus();
  stop?.click();
  await eventually(() => expect(again).toHaveFocus());
  again?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 2 }));
  expect(sent).toHaveLength(1);
});

test("a save waits for widgets that are not finished, and the wait can be cancelled", async () => {
  const editor = await openEditor();
  editor.type("Gleich");
  let made = () => {};
  const work = new Promise<void>((done) => {
    made = done;
  });
  let left: Promise<void> | undefined = work;
  editor.saveHooks.add({ finish: () => left });
  editor.save();
  expect([words(editor), sent.length]).toEqual([t.upload.preparing, 0]);
  editor.press(t.upload.cancel);
  await eventually(() => expect(words(editor)).toBe(t.upload.cancelled));
  editor.press(t.upload.retry);
  left = undefined;
  made();
  expect((await request()).body.get("text")).toBe("Gleich");
});

test("a description that is too long is not sent, and its field has the focus", async () => {
  const editor = await openEditor({ entryId: "entry-1", saved: { text: "x", images: [picture("1"), picture("2")] } });
  const field = await openPhoto(editor, 1);
  const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set;
  set?.call(field, "ä".repeat(201));
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await eventually(() => expect(field).toHaveAttribute("aria-invalid", "true"));
  editor.element.querySelectorAll<HTMLElement>(".dropzone-thumb")[1]?.click();
  await eventually(() => expect(editor.element.querySelector(".dropzone-alt")).toBeNull());
  editor.save();
  expect(toasts[0]?.description).toBe(de.errors.alt_too_long);
  await eventually(() => expect(editor.element.querySelector(".dropzone-alt")).toHaveFocus());
  expect(sent).toEqual([]);
});
