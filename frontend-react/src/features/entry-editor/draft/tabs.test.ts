import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DATE, entry, freshEditor, leftDraft, openEditor, USER } from "../../../test/editor";
import { eventually } from "../../../test/eventually";
import { fakeLocks, noLocks } from "../../../test/locks";
import { de } from "../../../test/texts";
import type { Sent } from "../../../test/xhr";
import { readDrafts } from "./drafts";

vi.mock("../../../shared/navigate");

const t = de.editor.draft;
let sent: Sent[];

beforeEach(async () => {
  sent = await freshEditor();
  fakeLocks();
});
afterEach(noLocks);

const texts = async () => (await readDrafts(USER)).map(({ text }) => text).sort();
const keys = async () => (await readDrafts(USER)).map(({ key }) => key);

test("two tabs on one day write a draft each, and a third page finds both", async () => {
  const first = await openEditor();
  const second = await openEditor();
  first.type("Aus dem ersten");
  second.type("Aus dem zweiten");
  await first.stored();
  await second.stored();
  first.type("Aus dem ersten, weiter");
  await eventually(async () => expect(await texts()).toEqual(["Aus dem ersten, weiter", "Aus dem zweiten"]));
  first.close();
  second.close();
  const again = await openEditor();
  expect(again.text.value).toBe("Aus dem ersten, weiter");
  expect(again.find("details.editor-notice-draft")).toHaveTextContent("Aus dem zweiten");
  again.press(t.append);
  await eventually(async () => expect(await texts()).toEqual(["Aus dem ersten, weiter\n\nAus dem zweiten"]));
  expect(await keys()).toEqual([`${USER}:${DATE}`]);
});

test("a second tab shows the draft of the first, and does not change it", async () => {
  const first = await openEditor();
  first.type("Noch beim Schreiben");
  await first.stored();
  const second = await openEditor();
  expect(second.text.value).toBe("");
  expect(second.notice()).toContain("Noch beim Schreiben");
  expect(second.notice()).not.toContain(t.other_day_discard);
  second.press(t.append);
  await second.stored();
  expect(second.text.value).toBe("Noch beim Schreiben");
  expect(await texts()).toEqual(["Noch beim Schreiben", "Noch beim Schreiben"]);
  second.type("");
  await eventually(async () => expect(await keys()).toEqual([`${USER}:${DATE}`]));
});

test("an entry's page does not take the day's draft from the tab that is writing it", async () => {
  const first = await openEditor();
  first.type("Neu begonnen");
  await first.stored();
  const second = await openEditor({ entryId: "entry-1", saved: { text: "Vom Telefon" } });
  expect(second.text.value).toBe("Vom Telefon");
  expect(await keys()).toEqual([`${USER}:${DATE}`]);
});

test("a page that opens while the previous one closes gets its draft back", async () => {
  const before = await openEditor();
  before.type("Neu geladen");
  await before.stored();
  const opening = openEditor();
  before.close();
  expect((await opening).text.value).toBe("Neu geladen");
  expect(await keys()).toEqual([`${USER}:${DATE}`]);
});

test("after the save of a new entry the draft has the entry's key, and the day's key is free", async () => {
  const editor = await openEditor();
  editor.type("Anfang");
  editor.save();
  await eventually(() => expect(sent).toHaveLength(1));
  editor.type("Anfang und mehr");
  sent[0]?.answer(201, entry({ text: "Anfang" }));
  await eventually(async () => expect(await keys()).toEqual([`${USER}:entry-1`]));
  const other = await openEditor({ entryId: "entry-1", saved: { text: "Anfang" } });
  other.type("Anfang, anders");
  await eventually(async () => expect(await texts()).toEqual(["Anfang und mehr", "Anfang, anders"]));
});

test("a form that moves to an entry does not overwrite that entry's draft", async () => {
  const editor = await openEditor();
  editor.type("Anfang");
  editor.save();
  await eventually(() => expect(sent).toHaveLength(1));
  await leftDraft({ entryId: "entry-1", version: 1, text: "Lag schon da" });
  editor.type("Anfang und mehr");
  sent[0]?.answer(201, entry({ text: "Anfang" }));
  await eventually(async () => expect(await texts()).toEqual(["Anfang und mehr", "Lag schon da"]));
  expect(await keys()).not.toContain(`${USER}:${DATE}`);
});

test("a page in the back/forward cache releases its locks, and writes again when it is back", async () => {
  const kept = await openEditor();
  kept.type("Erst hier");
  const turn = (name: string) => window.dispatchEvent(Object.assign(new Event(name), { persisted: true }));
  turn("pagehide");
  await eventually(async () => expect(await texts()).toEqual(["Erst hier"]));
  const next = await openEditor();
  expect(next.text.value).toBe("Erst hier");
  next.type("Dann dort");
  await eventually(async () => expect(await texts()).toEqual(["Dann dort"]));
  next.close();
  turn("pageshow");
  kept.type("Und wieder hier");
  await eventually(async () => expect(await texts()).toEqual(["Dann dort", "Und wieder hier"]));
});
