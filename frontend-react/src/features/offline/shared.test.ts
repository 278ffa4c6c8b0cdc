import { beforeEach, expect, test, vi } from "vitest";
import { fakeCaches } from "../../test/caches";
import { freshEditor, openEditor, USER } from "../../test/editor";
import { eventually } from "../../test/eventually";
import { file } from "../../test/files";
import { de } from "../../test/texts";
import { readDrafts } from "../entry-editor/draft/drafts";
import { noteShareOwner, readShare } from "./share-owner";
import { offerShared } from "./shared";

const t = de.editor.shared;
let kept: Map<string, Response>;

beforeEach(async () => {
  kept = fakeCaches();
  await freshEditor();
  signIn(USER);
  await noteShareOwner();
});

function signIn(userId: string): void {
  document.documentElement.dataset.userId = userId;
}

/** Puts a share where the service worker keeps it. */
function share(fields: Record<string, string>, ...photos: File[]): void {
  const shared = new FormData();
  for (const [name, value] of Object.entries({ at: String(Date.now()), ...fields })) shared.set(name, value);
  for (const photo of photos) shared.append("photos", photo);
  kept.set("/share-target", { formData: async () => shared } as Response);
}

async function openToday(text = "") {
  const editor = await openEditor({ saved: { text } });
  await offerShared(editor.element);
  return editor;
}

test("a share of another app is only offered, and changes no draft by itself", async () => {
  share({ title: "Ein Fund", url: "https://example.org/a" }, file("a.jpg"));
  const editor = await openToday("Der Morgen");
  expect(editor.notice()).toContain(t.text);
  expect(editor.notice()).toContain("Ein Fund");
  expect(editor.notice()).toContain("https://example.org/a");
  expect(editor.notice()).toContain(`${de.editor.photos_label}: 1`);
  expect(editor.text.value).toBe("Der Morgen");
  expect(await readDrafts(USER)).toEqual([]);
});

test("taken over it comes below what is written, once, and an address that the text has already is left out", async () => {
  share({ text: "Ein Fund https://example.org/a", url: "https://example.org/a" });
  const editor = await openToday("Der Morgen");
  editor.press(t.take);
  await eventually(() => expect(editor.text.value).toBe("Der Morgen\n\nEin Fund https://example.org/a"));
  await eventually(() => expect(kept.has("/share-target")).toBe(false));
  expect((await readDrafts(USER)).map(({ text }) => text)).toEqual([editor.text.value]);
  expect(editor.notice()).not.toContain(t.text);
  const again = await openToday();
  expect(again.notice()).not.toContain(t.text);
});

test("discarded it is gone", async () => {
  share({ text: "Unfug" });
  const editor = await openToday("Der Morgen");
  editor.press(t.discard);
  await eventually(() => expect(kept.has("/share-target")).toBe(false));
  expect([editor.text.value, editor.notice()]).toEqual(["Der Morgen", ""]);
});

test("it is offered to the person who was signed in when it arrived, and removed on another person's first page", async () => {
  share({ text: "Nur für mich" });
  signIn("user-2");
  expect((await openToday()).notice()).toBe("");
  expect(kept.has("/share-target")).toBe(false);
  signIn(USER);
  share({ text: "Nur für mich" });
  signIn("user-2");
  await noteShareOwner();
  expect(kept.has("/share-target")).toBe(false);
  signIn(USER);
  expect(await readShare(USER)).toBeUndefined();
});

test("after an hour it is gone, also where the editor stayed open", async () => {
  share({ text: "Von vorhin" });
  const editor = await openToday();
  share({ text: "Von vorhin", at: String(Date.now() - 3_600_000) });
  editor.press(t.take);
  await eventually(() => expect(kept.has("/share-target")).toBe(false));
  expect(editor.text.value).toBe("");
  share({ text: "Von vorhin", at: String(Date.now() - 3_600_000) });
  await noteShareOwner();
  expect(kept.has("/share-target")).toBe(false);
});

test("the offer says what was left out of it", async () => {
  share({ text: "Lang", cut: "" });
  expect((await openToday()).notice()).toContain(t.cut);
});

test("nothing shared shows nothing", async () => {
  expect((await openToday()).notice()).toBe("");
  vi.unstubAllGlobals();
});
