import { beforeEach, expect, test, vi } from "vitest";
import { forgetToken } from "../../../shared/auth";
import { go } from "../../../shared/navigate";
import { entry, fakeFetch, leftDraft, openEditor, USER } from "../../../test/editor";
import { eventually } from "../../../test/eventually";
import { de } from "../../../test/texts";
import { fakeXhr, type Sent } from "../../../test/xhr";
import { dayName } from "../times";
import { deleteDraft, readDrafts } from "./drafts";

vi.mock("../../../shared/navigate");

const t = de.editor;
let sent: Sent[];

beforeEach(async () => {
  for (const draft of await readDrafts(USER)) await deleteDraft(draft.key);
  forgetToken();
  history.replaceState(null, "", "/create");
  sent = fakeXhr();
  fakeFetch();
});

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toLocaleDateString("sv-SE");
const [missed, yesterday] = [daysAgo(3), Date.now() - 24 * 3_600_000];
const signed = (time: number | string) => `${btoa(`b0a1 ${missed} ${time}`).replaceAll("=", "")}.c2lnbmF0dXJl`;
const place = { date: missed, ticket: signed(`${yesterday} missed`) };
const page = { date: missed, ticket: signed(`${Date.now()} missed`), late: true };
const textOf = (date: string) => t.draft.own_day.replace("{date}", dayName(date));

test("a draft of a missed day is restored on the page of its day with the ticket of that page, and today's stays out of it", async () => {
  await leftDraft({ ...place, text: "Vor drei Tagen" });
  await leftDraft({ date: daysAgo(0), text: "Von heute" });
  const editor = await openEditor(page);
  expect(editor.text.value).toBe("Vor drei Tagen");
  expect(editor.notice()).not.toContain("Von heute");
  editor.find<HTMLElement>("[data-save]").click();
  await eventually(() => expect(sent).toHaveLength(1));
  expect([sent[0]?.body.get("date"), sent[0]?.body.get("ticket")]).toEqual([missed, page.ticket]);
  sent[0]?.answer(201, entry({ date: missed, isBackfilled: true }));
  await eventually(async () => expect((await readDrafts(USER)).map(({ text }) => text)).toEqual(["Von heute"]));
});

test("a draft that was begun on its own day keeps the ticket of that day", async () => {
  const ticket = signed(Date.now() - 3_600_000);
  await leftDraft({ date: missed, ticket, text: "Am selben Tag begonnen" });
  const editor = await openEditor(page);
  editor.find<HTMLElement>("[data-save]").click();
  await eventually(() => expect(sent[0]?.body.get("ticket")).toBe(ticket));
});

test("a missed day's draft leads from today's page to the page of its day, while everybody can write that", async () => {
  await leftDraft({ ...place, text: "Vor drei Tagen" });
  await leftDraft({ ...place, date: daysAgo(8), text: "Zu lange her" });
  const editor = await openEditor({ date: daysAgo(0) });
  expect(editor.notice()).toContain(textOf(missed));
  expect(editor.notice()).not.toContain(textOf(daysAgo(8)));
  editor.press(textOf(missed));
  await eventually(() => expect(go).toHaveBeenCalledWith(`/create?date=${missed}`));
});

test("what was begun in time is saved for its day, also where its page is out of reach by now", async () => {
  await leftDraft({ ...place, date: daysAgo(8), text: "Gestern der letzte Tag" });
  const editor = await openEditor({ date: daysAgo(0) });
  editor.press(t.draft.other_day_save.replace("{date}", dayName(daysAgo(8))));
  await eventually(() => expect(sent[0]?.body.get("date")).toBe(daysAgo(8)));
  expect(sent[0]?.body.get("ticket")).toBe(place.ticket);
});
