import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { send, type Toast } from "../../../shared/events";
import { go } from "../../../shared/navigate";
import { DATE, entry, freshEditor, leftDraft, openEditor, USER } from "../../../test/editor";
import { eventually } from "../../../test/eventually";
import { file } from "../../../test/files";
import { fakeLocks, noLocks } from "../../../test/locks";
import { picture } from "../../../test/pictures";
import { de } from "../../../test/texts";
import { heardToasts } from "../../../test/toasts";
import type { Sent } from "../../../test/xhr";
import { open } from "../draft/database";
import { deleteDraft, readDrafts, writeDraft } from "../draft/drafts";
import { contentOf, EMPTY } from "../state/content";
import { type Result, sendOutbox } from "./outbox";
import { newSave } from "./save";

vi.mock("../../../shared/navigate");

const t = de.editor;
let sent: Sent[];
let toasts: Toast[];

beforeEach(async () => {
  sent = await freshEditor();
  fakeLocks();
  toasts = heardToasts();
  vi.mocked(go).mockClear();
});
afterEach(noLocks);

const online = () => window.dispatchEvent(new Event("online"));
const drafts = async () => (await readDrafts(USER)).map(({ text, pendingSave }) => [text, pendingSave?.needsDecision]);
/** All fields of a request; files by their names. */
const values = ({ method, url, body }: Sent) => [
  method,
  url,
  ...[...body].map(([name, value]) => [name, value instanceof File ? value.name : value]),
];
const request = (count = 1) =>
  eventually(() => {
    expect(sent).toHaveLength(count);
    return sent[count - 1] as Sent;
  });

/** A page that was closed after a save without an answer, with later changes. Gives the save's key. */
async function waiting(text: string, later = text, files: File[] = []): Promise<string> {
  await leftDraft({ text: later, files });
  const [draft] = await readDrafts(USER);
  if (!draft) throw new Error("there is no draft");
  const pendingSave = newSave({ ...contentOf(EMPTY), text, files }, draft);
  await writeDraft({ ...draft, pendingSave }, false);
  return pendingSave.idempotencyKey;
}

async function deliver(): Promise<{ said: Result[]; done: Promise<void> }> {
  const said: Result[] = [];
  const done = sendOutbox(USER, (delivery) => said.push(delivery));
  return { said, done };
}

test("a save without a connection is sent once when it is back, and the page stays", async () => {
  const editor = await openEditor();
  editor.type("Im Zug");
  editor.save();
  (await request()).lose();
  await eventually(() => expect(editor.line()).toBe(t.save_line.queued));
  editor.type("Im Zug, kurz vor Ulm");
  await eventually(async () => expect(await drafts()).toEqual([["Im Zug, kurz vor Ulm", undefined]]));
  expect(editor.line()).toBe(t.save_line.queued);
  online();
  const again = await request(2);
  online();
  expect(values(again)).toEqual(values(sent[0] as Sent));
  again.answer(201, entry({ text: "Im Zug" }));
  const { method, body, answer } = await request(3);
  expect([method, body.get("text"), body.get("version")]).toEqual(["PATCH", "Im Zug, kurz vor Ulm", "1"]);
  answer(200, entry({ text: "Im Zug, kurz vor Ulm", version: 2 }));
  await eventually(async () => expect(await drafts()).toEqual([]));
  expect(editor.line()).toMatch(/^Gespeichert/);
  expect(go).not.toHaveBeenCalled();
  online();
  expect(sent).toHaveLength(3);
  editor.type("Im Zug, kurz vor Ulm, jetzt in Ulm");
  await eventually(async () => expect((await readDrafts(USER)).map(({ key }) => key)).toEqual([`${USER}:entry-1`]));
});

test("a connection that stalls counts as none: the form is usable again and the save is pending", async () => {
  const editor = await openEditor();
  const { fetch: answered } = globalThis;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => {
    return new Promise((_, lost) => signal?.addEventListener("abort", () => lost(signal.reason)));
  });
  editor.type("Im Funkloch");
  editor.save();
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1000);
    expect(editor.line()).toBe(t.save_line.queued);
    // Sixteen rounds, each of a twentieth of a second at least.
  }, 5000);
  vi.useRealTimers();
  expect(editor.button()).toBe(t.save);
  vi.stubGlobal("fetch", answered);
  online();
  (await request()).answer(201, entry({ text: "Im Funkloch" }));
  await eventually(async () => expect(await drafts()).toEqual([]));
});

test("text that gets no answer within half a minute is pending", async () => {
  const editor = await openEditor();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  editor.type("Im Funkloch");
  editor.save();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(editor.line()).toBe(t.saving);
  await vi.advanceTimersByTimeAsync(1000);
  await vi.waitFor(() => expect(editor.line()).toBe(t.save_line.queued));
  vi.useRealTimers();
});

test("a pending save stays pending when the server has an error", async () => {
  const editor = await openEditor();
  editor.type("Im Zug");
  editor.save();
  (await request()).lose();
  await eventually(() => expect(editor.line()).toBe(t.save_line.queued));
  const said = toasts.length;
  online();
  (await request(2)).answer(503, { code: "unavailable", message: "Gerade nicht." });
  await eventually(() => expect(editor.line()).toBe(t.save_line.unclear));
  expect(toasts).toHaveLength(said);
  expect(await drafts()).toEqual([["Im Zug", undefined]]);
  expect((await readDrafts(USER))[0]?.pendingSave?.content.text).toBe("Im Zug");
});

test("a page that is opened again sends the pending save; another version of the day asks", async () => {
  await waiting("Von gestern Nacht");
  const editor = await openEditor();
  (await request()).answer(409, { code: "entry_exists", message: "…", detail: entry({ text: "Vom Telefon" }) });
  await eventually(() => expect(editor.find<HTMLDialogElement>("dialog").open).toBe(true));
  expect(editor.find("dialog")).toHaveTextContent("Vom Telefon");
  expect(editor.find("dialog")).toHaveTextContent("Von gestern Nacht");
  editor.press(t.conflict.back);
  await eventually(async () => expect((await readDrafts(USER))[0]?.pendingSave).toBeUndefined());
  online();
  expect(sent).toHaveLength(1);
});

test("an entry's page that shows the arrived save has no notice about its draft", async () => {
  await waiting("Nur Text");
  const editor = await openEditor({ entryId: "entry-1", version: 1, saved: { text: "Nur Text" } });
  expect(editor.find("[data-notice]")).not.toBeVisible();
  expect(await drafts()).toEqual([]);
  expect(sent).toEqual([]);
});

const photo = picture("1");
const withPhoto = { text: "Mit Foto", images: [photo], imageUrls: [photo.url] };

test("a page that is opened again asks for a save with photos under its key, and gets the entry that it made", async () => {
  const key = await waiting("Mit Foto", "Mit Foto", [file("a.jpg", { bytes: 1 })]);
  const editor = await openEditor({ entryId: "entry-1", version: 1, saved: { text: "Mit Foto", images: [photo] } });
  const { method, body, answer } = await request();
  expect([method, body.get("idempotencyKey"), body.getAll("images").length]).toEqual(["POST", key, 1]);
  answer(201, entry(withPhoto));
  await eventually(async () => expect(await drafts()).toEqual([]));
  expect(editor.photos()).toEqual(["Foto 1"]);
  expect(sent).toHaveLength(1);
});

test("what was changed after the save is saved on top of it, without a second photo", async () => {
  const key = await waiting("Mit Foto", "Mit Foto und mehr", [file("a.jpg", { bytes: 1 })]);
  const { said, done } = await deliver();
  const first = await request();
  expect([first.body.get("text"), first.body.get("idempotencyKey")]).toEqual(["Mit Foto", key]);
  first.answer(201, entry(withPhoto));
  const { method, body, answer } = await request(2);
  expect([method, body.get("text"), body.getAll("images")]).toEqual(["PATCH", "Mit Foto und mehr", []]);
  expect([body.get("version"), body.get("existingImages")]).toEqual(["1", `["${photo.url}"]`]);
  expect(body.get("idempotencyKey")).not.toBe(key);
  answer(200, entry({ ...withPhoto, text: "Mit Foto und mehr", version: 2 }));
  await done;
  expect(said).toMatchObject([{ kind: "sent" }]);
  expect(await drafts()).toEqual([]);
});

test("a draft of an older page stays without its save", async () => {
  await leftDraft({ text: "Von einer älteren Seite" });
  const db = await open();
  const [draft] = await db.getAll("drafts");
  await db.put("drafts", { ...draft, pendingSave: { attempts: [] } } as never);
  expect(await drafts()).toEqual([["Von einer älteren Seite", undefined]]);
  await (await deliver()).done;
  expect(sent).toEqual([]);
});

test("what the form wrote while the draft was sent is not deleted", async () => {
  await waiting("Erst so");
  const { done } = await deliver();
  const { answer } = await request();
  const [draft] = await readDrafts(USER);
  if (draft) await writeDraft({ ...draft, text: "Erst so, und weiter", writtenAt: draft.writtenAt + 1 }, false);
  answer(201, entry({ text: "Erst so" }));
  await done;
  expect((await drafts()).map(([text]) => text)).toEqual(["Erst so, und weiter"]);
});

test("a form whose draft another page sent writes its photos again with the next change", async () => {
  const editor = await openEditor();
  editor.addFiles(file("a.jpg"));
  editor.type("Mit Foto");
  await editor.stored();
  await eventually(async () => expect((await readDrafts(USER))[0]?.files).toHaveLength(1));
  await deleteDraft(`${USER}:${DATE}`);
  editor.type("Mit Foto und mehr");
  await eventually(async () => {
    const [draft] = await readDrafts(USER);
    expect([draft?.text, draft?.files.length]).toEqual(["Mit Foto und mehr", 1]);
  });
});

test("no page sends a draft that a second tab is writing", async () => {
  const first = await openEditor();
  first.type("Im ersten");
  await first.stored();
  const second = await openEditor();
  second.type("Im zweiten");
  await second.stored();
  for (const draft of await readDrafts(USER)) {
    await writeDraft({ ...draft, pendingSave: newSave(draft, draft) }, false);
  }
  const { said, done } = await deliver();
  await done;
  expect([said, sent.length, (await drafts()).length]).toEqual([[], 0, 2]);
});

test("any page sends the pending draft of a closed page with its day ticket, and nothing else", async () => {
  await waiting("Im Tunnel");
  await leftDraft({ date: "2026-11-19", text: "Nur ein Entwurf" });
  const { said, done } = await deliver();
  const { body, answer } = await request();
  expect([body.get("text"), body.get("date"), body.get("ticket")]).toEqual(["Im Tunnel", DATE, "old ticket"]);
  answer(201, entry({ text: "Im Tunnel" }));
  await done;
  expect(said).toMatchObject([{ kind: "sent", entryId: "entry-1", draft: { date: DATE } }]);
  expect(await drafts()).toEqual([["Nur ein Entwurf", undefined]]);
});

test("two pages send a draft once", async () => {
  await waiting("Im Tunnel");
  const [first, second] = [await deliver(), await deliver()];
  (await request()).answer(201, entry({ text: "Im Tunnel" }));
  await Promise.all([first.done, second.done]);
  expect(sent).toHaveLength(1);
  expect([...first.said, ...second.said]).toHaveLength(1);
});

test("an open form's draft is not sent by other pages", async () => {
  const editor = await openEditor();
  editor.type("Noch beim Schreiben");
  editor.save();
  (await request()).lose();
  await eventually(() => expect(editor.line()).toBe(t.save_line.queued));
  const { said, done } = await deliver();
  await done;
  expect([said, sent.length]).toEqual([[], 1]);
});

test("without a connection, and after a server error, the very same request is sent again", async () => {
  await waiting("Erst so", "Dann so");
  const troubles = [
    (it: Sent) => it.lose(),
    (it: Sent) => it.answer(503, {}),
    (it: Sent) => it.answer(408, ""),
    (it: Sent) => it.answer(200, "<html>Willkommen im WLAN</html>"),
  ];
  for (const [at, trouble] of troubles.entries()) {
    const { said, done } = await deliver();
    trouble(await request(at + 1));
    await done;
    expect(said).toMatchObject([{ kind: "later" }]);
    expect(values(sent[at] as Sent)).toEqual(values(sent[0] as Sent));
  }
  expect(await drafts()).toEqual([["Dann so", undefined]]);
  expect(sent[0]?.body.get("text")).toBe("Erst so");
});

test.each([
  [409, { code: "entry_exists", message: "…", detail: entry({ text: "Vom Telefon" }) }, undefined],
  [409, { code: "not_today", message: "Nur für heute." }, "Nur für heute."],
])("a refusal %i of %o needs a decision and is not sent again", async (status, body, message) => {
  await waiting("Von hier");
  const { said, done } = await deliver();
  (await request()).answer(status, body);
  await done;
  expect(said).toMatchObject([{ kind: "needs_decision", message }]);
  expect(await drafts()).toEqual([["Von hier", true]]);
  await (await deliver()).done;
  expect(sent).toHaveLength(1);
});

test("the offer of another day's draft disappears when the draft was sent", async () => {
  await leftDraft({ date: "2026-11-19", text: "Gestern" });
  const editor = await openEditor();
  expect(editor.notice()).toContain("Gestern");
  send("app:draft-sent", { key: `${USER}:2026-11-19` });
  expect(editor.notice()).toBe("");
  expect(toasts).toEqual([]);
});

test("a pending save is sent although the form became too long since, and there is no message", async () => {
  const editor = await openEditor();
  editor.type("Im Zug");
  editor.save();
  (await request()).lose();
  await eventually(() => expect(editor.line()).toBe(t.save_line.queued));
  const said = toasts.length;
  editor.type("x".repeat(3001));
  online();
  (await request(2)).answer(201, entry({ text: "Im Zug" }));
  await eventually(() => expect(editor.line()).toBe(t.save_line.local));
  expect([sent.length, toasts.length, editor.text.value.length]).toEqual([2, said, 3001]);
});

test("the draft of an emptied entry restores the saved text, with the other changes", async () => {
  await leftDraft({ entryId: "entry-1", version: 2, text: "", emojis: "☕" });
  const editor = await openEditor({ entryId: "entry-1", version: 2, saved: { text: "Steht noch da" } });
  expect(editor.text.value).toBe("Steht noch da");
});

test("the draft of an entry that was only emptied has no effect", async () => {
  await leftDraft({ entryId: "entry-2", version: 2, text: "" });
  const editor = await openEditor({ entryId: "entry-2", version: 2, saved: { text: "Auch das" } });
  expect(editor.text.value).toBe("Auch das");
  expect(editor.find("[data-notice]")).not.toBeVisible();
});

test("a full disk is reported; if only the photos do not fit, the text is stored", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const put = IDBObjectStore.prototype.put;
  const full = (stores: string[]) =>
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, ...given) {
      if (stores.includes(this.name)) throw new DOMException("full", "QuotaExceededError");
      return put.apply(this, given);
    });
  const editor = await openEditor();
  full(["pictures"]);
  editor.addFiles(file("a.jpg"));
  editor.type("Worte");
  await eventually(() => expect(editor.line()).toBe(t.save_line.words_only));
  expect(await drafts()).toEqual([["Worte", undefined]]);
  full(["pictures", "drafts"]);
  editor.type("Worte und mehr");
  await eventually(() => expect(editor.line()).toBe(t.save_line.full));
});
