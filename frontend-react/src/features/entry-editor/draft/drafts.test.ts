import { beforeEach, describe, expect, test, vi } from "vitest";
import { forgetToken } from "../../../shared/auth";
import type { Toast } from "../../../shared/events";
import { answer } from "../../../test/ask";
import { DATE, entry, fakeFetch, leftDraft, openEditor, USER } from "../../../test/editor";
import { eventually } from "../../../test/eventually";
import { file } from "../../../test/files";
import { picture } from "../../../test/pictures";
import { de } from "../../../test/texts";
import { heardToasts } from "../../../test/toasts";
import { fakeXhr, type Sent } from "../../../test/xhr";
import { newSave } from "../save/save";
import { EMPTY } from "../state/content";
import { deleteDraft, readDrafts, writeDraft } from "./drafts";

vi.mock("../../../shared/navigate");

const t = de.editor;
let sent: Sent[];
let toasts: Toast[];

beforeEach(async () => {
  for (const user of [USER, "user-2"]) for (const draft of await readDrafts(user)) await deleteDraft(draft.key);
  forgetToken();
  history.replaceState(null, "", "/create");
  sent = fakeXhr();
  fakeFetch();
  toasts = heardToasts();
});

const drafts = async () => (await readDrafts(USER)).map(({ key, text }) => [key, text]);

describe("a draft is stored", () => {
  test("within half a second of typing, with everything that is in the form", async () => {
    const editor = await openEditor();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    editor.addFiles(file("a.jpg"));
    editor.type("Noch nicht");
    vi.advanceTimersByTime(200);
    editor.type("Noch nicht gespeichert");
    vi.advanceTimersByTime(299);
    vi.useRealTimers();
    await editor.stored();
    const [draft] = await readDrafts(USER);
    expect(draft).toMatchObject({ key: `${USER}:${DATE}`, text: "Noch nicht gespeichert", version: null });
    expect(draft?.files.map(({ name }) => name)).toEqual(["a.jpg"]);
  });

  test("at once when the page is hidden", async () => {
    const editor = await openEditor();
    editor.type("Halber Sa");
    window.dispatchEvent(new Event("pagehide"));
    editor.close();
    await eventually(async () => expect(await drafts()).toEqual([[`${USER}:${DATE}`, "Halber Sa"]]));
  });

  test("only while it differs from the saved entry", async () => {
    const editor = await openEditor({ entryId: "entry-1", saved: { text: "Vorher" } });
    editor.type("Vorher!");
    await editor.stored();
    editor.type("Vorher");
    await eventually(async () => expect(await drafts()).toEqual([]));
    expect(editor.line()).toBe("");
  });

  test("and if the browser stores nothing, the save line says so and the page asks before it closes", async () => {
    const editor = await openEditor();
    vi.spyOn(console, "error").mockImplementation(() => {});
    const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("no storage here", "InvalidStateError");
    });
    editor.type("Kein Platz");
    await eventually(() => expect(editor.line()).toBe(t.save_line.no_storage));
    const closing = () => {
      const event = new Event("beforeunload", { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(closing()).toBe(true);
    put.mockRestore();
    editor.type("Wieder Platz");
    await editor.stored();
    expect(closing()).toBe(false);
  });
});

describe("a page that is opened again", () => {
  test("restores text and photos, says so, and saves them", async () => {
    const before = await openEditor();
    before.addFiles(file("a.jpg"));
    before.type("Noch nicht gespeichert");
    await before.stored();
    before.close();
    const editor = await openEditor();
    expect(editor.text.value).toBe("Noch nicht gespeichert");
    expect(editor.photos()).toEqual(["Foto 1: a.jpg"]);
    expect(editor.notice()).toMatch(/^Dein Text \(\d\d:\d\d\) war noch nicht gespeichert/);
    editor.save();
    await eventually(() => expect(sent[0]?.body.get("text")).toBe("Noch nicht gespeichert"));
    expect(sent[0]?.body.get("images")).toMatchObject({ name: "a.jpg" });
  });

  test("shows the saved entry when the draft is discarded", async () => {
    await leftDraft({ entryId: "entry-1", version: 2, text: "Entwurf", mood: { ...EMPTY.mood, level: 9 } });
    const editor = await openEditor({ entryId: "entry-1", version: 2, saved: { text: "Gespeichert" } });
    expect(editor.find<HTMLInputElement>("input[type=range]").value).toBe("9");
    editor.press(t.draft.discard);
    await eventually(() => expect(editor.text.value).toBe("Gespeichert"));
    expect(editor.find<HTMLInputElement>("input[type=range]").value).toBe("5");
    editor.press(t.draft.other_day_discard);
    await answer(true);
    await eventually(() => expect(editor.find("[data-notice]")).not.toBeVisible());
    await eventually(async () => expect(await drafts()).toEqual([]));
  });

  test("stashes a draft that is discarded without a question, with later changes", async () => {
    await leftDraft({ entryId: "entry-1", version: 2, text: "Entwurf" });
    const page = { entryId: "entry-1", version: 2, saved: { text: "Gespeichert" } };
    const before = await openEditor(page);
    before.type("Entwurf und was danach kam");
    before.addFiles(file("neu.jpg"));
    before.press(t.draft.discard);
    await eventually(() => expect(before.text.value).toBe("Gespeichert"));
    expect(before.photos()).toEqual([]);
    before.close();
    const editor = await openEditor(page);
    expect(editor.text.value).toBe("Gespeichert");
    editor.press(t.draft.append);
    expect(editor.text.value).toBe("Gespeichert\n\nEntwurf und was danach kam");
    await eventually(() => expect(editor.photos()).toEqual(["Foto 1: neu.jpg"]));
  });

  test("does not send a discarded draft whose save got no answer", async () => {
    const page = { entryId: "entry-1", version: 2, saved: { text: "Gespeichert" } };
    await leftDraft({ entryId: "entry-1", version: 2, text: "Entwurf" });
    const [left] = await readDrafts(USER);
    if (!left) throw new Error("there is no draft");
    await writeDraft({ ...left, pendingSave: newSave({ ...left, text: "Versuch" }, left) }, true);
    const editor = await openEditor(page);
    expect(editor.notice(), "what was changed since is not saved").toMatch(/war noch nicht gespeichert/);
    editor.press(t.draft.discard);
    await eventually(() => expect(editor.text.value).toBe("Gespeichert"));
    await eventually(async () => expect(await drafts()).toHaveLength(1));
    expect((await readDrafts(USER)).map(({ text, pendingSave }) => [text, pendingSave])).toEqual([
      ["Entwurf", undefined],
    ]);
  });

  test("says of a save that waits that it will be sent", async () => {
    await leftDraft({ entryId: "entry-1", version: 2, text: "Im Zug" });
    const [left] = await readDrafts(USER);
    if (!left) throw new Error("there is no draft");
    await writeDraft({ ...left, pendingSave: newSave(left, left) }, true);
    const editor = await openEditor({ entryId: "entry-1", version: 2, saved: { text: "Gespeichert" } });
    expect(editor.notice()).toMatch(/hast du gespeichert\. .* wird gesendet/);
  });

  test("discards nothing on a full disk", async () => {
    await leftDraft({ entryId: "entry-1", version: 2, text: "Entwurf" });
    const editor = await openEditor({ entryId: "entry-1", version: 2, saved: { text: "Gespeichert" } });
    vi.spyOn(console, "error").mockImplementation(() => {});
    const full = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    editor.press(t.draft.discard);
    await eventually(() => expect(toasts).toHaveLength(1));
    full.mockRestore();
    expect(editor.text.value).toBe("Entwurf");
    expect(await drafts()).toHaveLength(1);
  });

  test("asks before it deletes the only text of a new entry", async () => {
    await leftDraft({ text: "Nur hier" });
    const editor = await openEditor({});
    editor.press(t.draft.other_day_discard);
    await answer(false);
    expect(editor.text.value).toBe("Nur hier");
    expect(await drafts()).toHaveLength(1);
    editor.press(t.draft.other_day_discard);
    await answer(true);
    await eventually(() => expect(editor.text.value).toBe(""));
    await eventually(async () => expect(await drafts()).toEqual([]));
  });

  test("shows no notice about a draft that equals the saved entry", async () => {
    await leftDraft({ entryId: "entry-1", version: 1, text: "Gleich" });
    const editor = await openEditor({ entryId: "entry-1", version: 2, saved: { text: "Gleich" } });
    expect(editor.find("[data-notice]")).not.toBeVisible();
    expect(await drafts()).toEqual([]);
  });

  test("saves an older draft over the version it was written on, so that a newer one is not lost", async () => {
    await leftDraft({ entryId: "entry-1", version: 2, text: "Älter" });
    const editor = await openEditor({ entryId: "entry-1", version: 5, saved: { text: "Neuer" } });
    editor.save();
    await eventually(() => expect(sent[0]?.body.get("version")).toBe("2"));
  });

  test("finds the draft of a new entry under the entry that the day has by now", async () => {
    await leftDraft({ text: "Begonnen, bevor es den Eintrag gab" });
    const editor = await openEditor({ entryId: "entry-1", version: 1, saved: { text: "Vom Telefon" } });
    expect(editor.text.value).toBe("Begonnen, bevor es den Eintrag gab");
    expect(await drafts()).toEqual([[`${USER}:entry-1`, "Begonnen, bevor es den Eintrag gab"]]);
    editor.save();
    await eventually(() => expect(sent[0]?.body.get("version")).toBe("0"));
  });

  test("drops saved pictures that were deleted", async () => {
    await leftDraft({ entryId: "entry-1", version: 1, text: "x", images: ["/media/1/original", "/media/2/original"] });
    const editor = await openEditor({ entryId: "entry-1", version: 1, saved: { images: [picture("2")] } });
    expect(editor.photos()).toEqual(["Foto 1"]);
  });

  test("deletes what another person left in this browser, and shows none of it", async () => {
    await leftDraft({ userId: "user-2", text: "Geheim" });
    const editor = await openEditor();
    expect(editor.text.value).toBe("");
    expect(await readDrafts("user-2")).toEqual([]);
  });

  test("keeps text that was typed before its script ran", async () => {
    await leftDraft({ text: "Von vorhin" });
    const opening = openEditor();
    (document.querySelector("textarea[name=text]") as HTMLTextAreaElement).value = "Gleich losgeschrieben";
    const editor = await opening;
    expect(editor.text.value).toBe("Von vorhin\n\nGleich losgeschrieben");
  });
});

describe("a draft of another day", () => {
  beforeEach(() => leftDraft({ date: "2026-11-19", text: "Gestern Abend", files: [file("g.jpg")] }));

  test("is offered, not put into today's text", async () => {
    const editor = await openEditor();
    expect(editor.text.value).toBe("");
    expect(editor.notice()).toContain("Hier liegt noch ungespeicherter Text vom 19. November 2026.");
    expect(editor.find("details.editor-notice-draft")).toHaveTextContent("Gestern Abend");
  });

  test("can be appended with its photos, and is then deleted", async () => {
    const editor = await openEditor();
    editor.type("Heute");
    editor.press(t.draft.other_day_append);
    await eventually(async () => expect(await drafts()).toEqual([[`${USER}:${DATE}`, "Heute\n\nGestern Abend"]]));
    expect(editor.photos()).toEqual(["Foto 1: g.jpg"]);
    expect(editor.notice()).toBe("");
  });

  test("stays when its photos do not all fit", async () => {
    const editor = await openEditor({ limit: 1 });
    editor.addFiles(file("h.jpg"));
    editor.press(t.draft.other_day_append);
    await eventually(() => expect(toasts[0]?.title).toBe(t.dropzone.many_title));
    expect(editor.photos()).toEqual(["Foto 1: h.jpg"]);
    expect(await readDrafts(USER)).toHaveLength(2);
  });

  test("can be saved for its own day with the ticket of that day", async () => {
    const editor = await openEditor();
    editor.press("Als Eintrag vom 19. November 2026 speichern");
    await eventually(() => expect(sent).toHaveLength(1));
    const form = sent[0]?.body;
    expect([form?.get("date"), form?.get("ticket"), form?.get("text")]).toEqual([
      "2026-11-19",
      "old ticket",
      "Gestern Abend",
    ]);
    sent[0]?.answer(409, { code: "not_today", message: "Nur für heute." });
    await eventually(() => expect(toasts[0]?.description).toBe("Nur für heute."));
    expect(await readDrafts(USER)).toHaveLength(1);
    editor.press("Als Eintrag vom 19. November 2026 speichern");
    await eventually(() => expect(sent).toHaveLength(2));
    sent[1]?.answer(201, entry({ date: "2026-11-19" }));
    await eventually(async () => expect(await readDrafts(USER)).toEqual([]));
  });

  test("is deleted only after a second question", async () => {
    const editor = await openEditor();
    editor.press(t.draft.other_day_discard);
    expect(await answer(false)).toContain("19. November 2026");
    expect(await readDrafts(USER)).toHaveLength(1);
    editor.press(t.draft.other_day_discard);
    await answer(true);
    await eventually(async () => expect(await readDrafts(USER)).toEqual([]));
  });

  test("is not offered on the page of an earlier entry", async () => {
    const editor = await openEditor({ entryId: "entry-1", date: "2026-11-12", ticket: "" });
    expect(editor.notice()).toBe("");
    expect(await readDrafts(USER)).toHaveLength(1);
  });
});

describe("an edit of yesterday's entry that was not saved before midnight", () => {
  const yesterday = { entryId: "entry-y", date: "2026-11-19", version: 4 };
  const label = "Als Eintrag vom 19. November 2026 speichern";
  const conflict = de.editor.conflict;
  const remote = entry({ id: "entry-y", date: "2026-11-19", text: "Vom Telefon", emojis: "☕", version: 6 });
  beforeEach(() => leftDraft({ ...yesterday, text: "Um fünf vor zwölf", topMoment: "Ruhe" }));

  test.each([{}, { entryId: "entry-1" }])("is saved into that entry from today's page %o", async (page) => {
    const editor = await openEditor(page);
    editor.press(label);
    await eventually(() => expect(sent).toHaveLength(1));
    const { method, url, body } = sent[0] as Sent;
    expect([method, url]).toEqual(["PATCH", "/api/entries/entry-y"]);
    expect(["text", "version", "ticket"].map((name) => body.get(name))).toEqual([
      "Um fünf vor zwölf",
      "4",
      "old ticket",
    ]);
    sent[0]?.answer(200, { ...remote, text: "Um fünf vor zwölf" });
    await eventually(() => expect(toasts).toMatchObject([{ title: t.toast.updated, kind: "ok" }]));
    expect(await readDrafts(USER)).toEqual([]);
    expect(editor.text.value).toBe("");
    expect(editor.notice()).toBe("");
  });

  test("stays, with the server's message, when its day is closed", async () => {
    const editor = await openEditor({ entryId: "entry-1" });
    editor.press(label);
    await eventually(() => expect(sent).toHaveLength(1));
    sent[0]?.answer(403, { code: "edit_closed", message: "Dieser Tag ist abgeschlossen." });
    await eventually(() => expect(toasts[0]?.description).toBe("Dieser Tag ist abgeschlossen."));
    expect(await readDrafts(USER)).toHaveLength(1);
  });

  async function stale() {
    const editor = await openEditor({ entryId: "entry-1" });
    editor.press(label);
    await eventually(() => expect(sent).toHaveLength(1));
    sent[0]?.answer(409, { code: "stale", message: "…", detail: remote });
    await eventually(() => expect(editor.find<HTMLDialogElement>("dialog").open).toBe(true));
    return editor;
  }

  test("asks when the entry is newer, and saves over that version what was chosen", async () => {
    const editor = await stale();
    editor.press(conflict.merge);
    await eventually(() => expect(sent).toHaveLength(2));
    expect(["text", "topMoment", "emojis", "version"].map((name) => sent[1]?.body.get(name))).toEqual([
      "Vom Telefon\n\nUm fünf vor zwölf",
      "Ruhe",
      "☕",
      "6",
    ]);
    sent[1]?.answer(200, { ...remote, version: 7 });
    await eventually(async () => expect(await readDrafts(USER)).toEqual([]));
    expect(editor.element.dataset.entryId).toBe("entry-1");
  });

  test("stashes the recording that was left out of a merge, also if the save gets no answer", async () => {
    for (const draft of await readDrafts(USER)) await writeDraft({ ...draft, audioFile: file("local.webm") }, true);
    const editor = await openEditor({ entryId: "entry-1" });
    editor.press(label);
    await eventually(() => expect(sent).toHaveLength(1));
    const audio = { url: "/a", contentType: "audio/webm", seconds: 3 };
    sent[0]?.answer(409, { code: "stale", message: "…", detail: { ...remote, audio } });
    await eventually(() => expect(editor.find<HTMLDialogElement>("dialog").open).toBe(true));
    editor.press(conflict.merge);
    await eventually(() => expect(sent).toHaveLength(2));
    sent[1]?.lose();
    await eventually(async () => {
      const kept = (await readDrafts(USER)).map(({ audioFile, pendingSave }) => [
        audioFile?.name,
        pendingSave !== undefined,
      ]);
      expect(kept.toSorted()).toEqual([
        [undefined, true],
        ["local.webm", false],
      ]);
    });
  });

  test.each([conflict.keep_theirs, conflict.back])("stays after %s", async (choice) => {
    const editor = await stale();
    editor.press(choice);
    await new Promise((later) => setTimeout(later));
    expect(sent).toHaveLength(1);
    expect((await readDrafts(USER))[0]?.text).toBe("Um fünf vor zwölf");
    expect(editor.notice()).toContain("Um fünf vor zwölf");
  });
});

test("a save removes its own draft, not the one that another tab wrote on the same day", async () => {
  const editor = await openEditor();
  editor.type("Aus diesem Fenster");
  await editor.stored();
  await leftDraft({ text: "Aus dem anderen Fenster" });
  editor.save();
  await eventually(() => expect(sent).toHaveLength(1));
  await leftDraft({ text: "Aus dem anderen Fenster" });
  sent[0]?.answer(201, entry({ text: "Aus diesem Fenster" }));
  await eventually(() => expect(editor.button()).toBe(t.save));
  expect(await drafts()).toEqual([[`${USER}:${DATE}`, "Aus dem anderen Fenster"]]);
});
