// Readers of a saved entry: never more people than the form said when its person asked for the save.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Visibility } from "../../../shared/domain";
import type { Toast } from "../../../shared/events";
import { answer, isAsked } from "../../../test/ask";
import { entry, freshEditor, leftDraft, type OpenEditor, openEditor, USER } from "../../../test/editor";
import { eventually } from "../../../test/eventually";
import { fakeLocks, noLocks } from "../../../test/locks";
import { de } from "../../../test/texts";
import { heardToasts } from "../../../test/toasts";
import type { Sent } from "../../../test/xhr";
import { readDrafts, writeDraft } from "../draft/drafts";
import { contentOf, EMPTY } from "../state/content";
import { sendOutbox } from "./outbox";
import { newSave } from "./save";

vi.mock("../../../shared/navigate");

const t = de.editor.conflict;
let sent: Sent[];
let toasts: Toast[];

beforeEach(async () => {
  sent = await freshEditor();
  fakeLocks();
  toasts = heardToasts();
});
afterEach(noLocks);

const readers = () => sent.map(({ body }) => body.get("visibility"));
const chosen = (editor: OpenEditor) =>
  editor.element.querySelector<HTMLInputElement>("[name=visibility]:checked")?.value;

function choose(editor: OpenEditor, visibility: Visibility): void {
  const radio = editor.find<HTMLInputElement>(`[name=visibility][value=${visibility}]`);
  radio.checked = true;
  radio.dispatchEvent(new Event("change", { bubbles: true }));
}

const request = (count: number) =>
  eventually(() => {
    expect(sent).toHaveLength(count);
    return sent[count - 1] as Sent;
  });

const online = () => window.dispatchEvent(new Event("online"));

/** The form is saved, and the server has another state. */
async function collide(editor: OpenEditor, detail: object, code: string): Promise<string> {
  editor.save();
  (await request(1)).answer(409, { code, message: "…", detail });
  const dialog = editor.find<HTMLDialogElement>("dialog[data-conflict]");
  await eventually(() => expect(dialog.open).toBe(true));
  return dialog.textContent ?? "";
}

const byFriends = entry({ text: "Vom Telefon", visibility: "friends", version: 2 });

test("a text written under 'Privat' stays private where the day has an entry for friends by now", async () => {
  const editor = await openEditor();
  editor.type("Nur für mich");
  const said = await collide(editor, byFriends, "entry_exists");
  expect(said).toContain(t.readers.replace("{visibility}", "Privat"));
  const sides = [...editor.element.querySelectorAll("dialog .conflict-visibility")].map((side) => side.textContent);
  expect([sides[0]?.includes("SichtbarkeitPrivat"), sides[1]?.includes("SichtbarkeitFreunde")]).toEqual([true, true]);
  editor.press(t.keep_mine);
  const { body, answer } = await request(2);
  expect(["visibility", "seenVisibility", "text"].map((name) => body.get(name))).toEqual([
    "private",
    "friends",
    "Nur für mich",
  ]);
  answer(200, entry({ text: "Nur für mich", version: 3 }));
  await eventually(() => expect(toasts.at(-1)?.description).toBe(de.editor.toast.readers.private));
});

test.each([
  ["friends", "private"],
  ["private", "friends"],
] as const)("both texts together of a form for %s and an entry for %s are private", async (mine, theirs) => {
  await leftDraft({ entryId: "entry-1", version: 1, text: "Von hier", visibility: mine });
  const editor = await openEditor({ entryId: "entry-1", version: 2, saved: { visibility: theirs } });
  await collide(editor, { ...byFriends, visibility: theirs, version: 3 }, "stale");
  editor.press(t.merge);
  await eventually(() => expect(editor.text.value).toBe("Vom Telefon\n\nVon hier"));
  expect(chosen(editor)).toBe("private");
});

test("a refusal because of other readers shows both, and the fewer count", async () => {
  const editor = await openEditor({ entryId: "entry-1", version: 2, saved: { text: "Anfang", visibility: "public" } });
  editor.type("Anfang und mehr");
  const said = await collide(editor, { ...byFriends, version: 2 }, "visibility_changed");
  expect(said).toContain(t.readers.replace("{visibility}", "Freunde"));
  editor.press(t.keep_mine);
  expect((await request(2)).body.get("visibility")).toBe("friends");
  expect(sent[0]?.body.get("seenVisibility")).toBe("public");
});

test("fewer readers that are chosen while a save waits for the connection count for that save", async () => {
  const editor = await openEditor();
  editor.type("Im Zug");
  choose(editor, "friends");
  editor.save();
  (await request(1)).lose();
  await eventually(() => expect(editor.line()).toBe(de.editor.save_line.queued));
  choose(editor, "private");
  online();
  expect((await request(2)).body.get("visibility")).toBe("private");
  expect(sent[1]?.body.get("idempotencyKey")).not.toBe(sent[0]?.body.get("idempotencyKey"));
});

test("more readers that are chosen while a save waits are not saved until the person asks for it", async () => {
  const editor = await openEditor();
  editor.type("Im Zug");
  editor.save();
  (await request(1)).lose();
  await eventually(() => expect(editor.line()).toBe(de.editor.save_line.queued));
  choose(editor, "friends");
  editor.type("Im Zug, kurz vor Ulm");
  online();
  (await request(2)).answer(201, entry({ text: "Im Zug" }));
  (await request(3)).answer(200, entry({ text: "Im Zug, kurz vor Ulm", version: 2 }));
  await eventually(() => expect(toasts.at(-1)?.description).toBe(de.editor.toast.readers.private));
  expect([readers(), chosen(editor)]).toEqual([["private", "private", "private"], "friends"]);
  editor.save();
  expect((await request(4)).body.get("visibility")).toBe("friends");
});

test.each([
  ["private", "friends", ["Im Zug, später"]],
  ["friends", "private", ["Im Zug", "Im Zug, später"]],
] as const)("a closed form for %s, whose save for %s waits, is sent for the fewer", async (now, asked, texts) => {
  await leftDraft({ text: "Im Zug, später", visibility: now });
  const [draft] = await readDrafts(USER);
  if (!draft) throw new Error("there is no draft");
  const pendingSave = newSave({ ...contentOf(EMPTY), text: "Im Zug", visibility: asked }, draft);
  await writeDraft({ ...draft, pendingSave }, false);
  const done = sendOutbox(USER, () => {});
  for (const [at, text] of texts.entries()) (await request(at + 1)).answer(200, entry({ text, version: at + 1 }));
  await done;
  expect(sent.map(({ body }) => body.get("text"))).toEqual(texts);
  expect(new Set(readers())).toEqual(new Set(["private"]));
});

test("what was typed before the draft came is shown to nobody whom the page did not name by then", async () => {
  await leftDraft({ text: "Gestern Abend", visibility: "friends" });
  const editor = await openEditor({ typed: "Nur für mich" });
  expect([editor.text.value, chosen(editor)]).toEqual(["Gestern Abend\n\nNur für mich", "private"]);
});

test("'Öffentlich' is asked once before the save that makes it public, and not for a public entry", async () => {
  const editor = await openEditor({ entryId: "entry-1", version: 1, saved: { text: "Anfang" } });
  editor.type("Für alle");
  choose(editor, "public");
  editor.save();
  expect(await answer(false)).toBe(de.entry.visibility_public_ask);
  expect(sent).toHaveLength(0);
  editor.save();
  await answer(true);
  (await request(1)).answer(200, entry({ text: "Für alle", visibility: "public", version: 2 }));
  await eventually(() => expect(toasts.at(-1)?.description).toBe(de.editor.toast.readers.public));
  editor.type("Für alle, und mehr");
  editor.save();
  await request(2);
  expect([readers(), isAsked()]).toEqual([["public", "public"], false]);
});

test("an unsaved text of another day asks as well before it is saved for everybody", async () => {
  await leftDraft({ date: "2026-11-19", text: "Gestern", visibility: "public" });
  const editor = await openEditor();
  expect(editor.notice()).toContain("Sichtbarkeit: Öffentlich");
  editor.press("Als Eintrag vom 19. November 2026 speichern");
  expect(await answer(true)).toBe(de.entry.visibility_public_ask);
  expect((await request(1)).body.get("visibility")).toBe("public");
});
