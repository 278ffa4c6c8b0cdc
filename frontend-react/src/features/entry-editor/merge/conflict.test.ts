import { beforeEach, expect, test, vi } from "vitest";
import type { Entry } from "../../../shared/domain";
import { go } from "../../../shared/navigate";
import { answer } from "../../../test/ask";
import { entry, fakeFetch, freshEditor, leftDraft, type OpenEditor, openEditor, USER } from "../../../test/editor";
import { eventually } from "../../../test/eventually";
import { file } from "../../../test/files";
import { picture } from "../../../test/pictures";
import { de } from "../../../test/texts";
import type { Sent } from "../../../test/xhr";
import { readDrafts } from "../draft/drafts";

vi.mock("../../../shared/navigate");

const t = de.editor.conflict;
let sent: Sent[];

beforeEach(async () => {
  sent = await freshEditor();
  vi.mocked(go).mockClear();
});

const saved = { text: "Anfang", topMoment: "Kaffee" };
const remote = entry({ text: "Vom Telefon", topMoment: "Tee", emojis: "☕", visibility: "public", version: 7 });
const dialog = (editor: OpenEditor) => editor.find<HTMLDialogElement>("dialog[data-conflict]");

/** Saves, and gets the other version as the answer. */
async function collide(editor: OpenEditor, detail: Entry, code = "stale") {
  const before = sent.length;
  editor.save();
  await eventually(() => expect(sent).toHaveLength(before + 1));
  sent[before]?.answer(409, { code, message: "…", detail });
  await eventually(() => expect(dialog(editor).open).toBe(true));
}

async function stale() {
  await leftDraft({ entryId: "entry-1", version: 3, text: "Von vorhin", topMoment: "Kaffee" });
  const editor = await openEditor({ entryId: "entry-1", version: 3, saved });
  editor.type("Von hier");
  await collide(editor, remote);
  return editor;
}

/** The fields that the reflection block adds to the form. */
const drafts = async () => (await readDrafts(USER)).map(({ key, text, version }) => [key, text, version]);

test("both versions stand side by side under a title, and nothing is marked up", async () => {
  const editor = await openEditor({ entryId: "entry-1", version: 3, saved });
  editor.type("<b>Von hier</b>");
  await collide(editor, remote);
  expect(dialog(editor)).toHaveTextContent(t.title);
  // The dialog opens at its top, not at the first button.
  expect(dialog(editor).querySelector("[autofocus]")).toHaveTextContent(t.title);
  const [local, other] = dialog(editor).querySelectorAll("section");
  expect(local).toHaveTextContent("<b>Von hier</b>");
  expect(other).toHaveTextContent("Vom Telefon");
  expect(other, "every choice has it").not.toHaveTextContent("Tee");
  expect(dialog(editor)).toHaveAccessibleName(t.title);
});

test("while the question stands nothing else is saved, and the choice counts for what it shows", async () => {
  const editor = await stale();
  editor.save();
  editor.save();
  expect([sent.length, dialog(editor).open]).toEqual([1, true]);
  editor.press(t.keep_mine);
  await eventually(() => expect(sent).toHaveLength(2));
});

test("keeping the local version saves its text over the current version, with the other side's changes", async () => {
  const editor = await stale();
  editor.press(t.keep_mine);
  await eventually(() => expect(sent).toHaveLength(2));
  const form = sent[1]?.body;
  expect(["text", "version", "topMoment", "emojis", "visibility"].map((name) => form?.get(name))).toEqual([
    "Von hier",
    "7",
    "Tee",
    "☕",
    "private",
  ]);
  sent[1]?.answer(200, entry({ ...remote, text: "Von hier", version: 8 }));
  await eventually(async () => expect(await drafts()).toEqual([]));
});

test("keeping the remote version stashes the local one and offers it", async () => {
  const editor = await stale();
  editor.press(t.keep_theirs);
  await eventually(() => expect(editor.text.value).toBe("Vom Telefon"));
  expect(editor.notice()).toMatch(/^Deine andere Fassung/);
  await eventually(() => expect(editor.line()).toMatch(/^Gespeichert \d\d:\d\d$/));
  await eventually(async () => expect((await drafts()).map(([, text]) => text)).toEqual(["Von hier"]));
  editor.close();
  const again = await openEditor({ entryId: "entry-1", version: 7, saved: { text: "Vom Telefon" } });
  expect(again.text.value).toBe("Vom Telefon");
  again.press(de.editor.draft.append);
  expect(again.text.value).toBe("Vom Telefon\n\nVon hier");
});

test("the cross closes the dialog, and both texts are where they were", async () => {
  const editor = await stale();
  dialog(editor).querySelector<HTMLButtonElement>(`[aria-label="${de.app.close}"]`)?.click();
  await eventually(() => expect(dialog(editor).open).toBe(false));
  expect(editor.text.value).toBe("Von hier");
  expect(sent).toHaveLength(1);
});

test("merging puts both texts into the field and does not save yet", async () => {
  const editor = await stale();
  editor.press(t.merge);
  await eventually(() => expect(editor.text.value).toBe("Vom Telefon\n\nVon hier"));
  expect(sent).toHaveLength(1);
  await eventually(async () => expect(await drafts()).toEqual([[`${USER}:entry-1`, "Vom Telefon\n\nVon hier", 7]]));
  expect(editor.line()).toBe(de.editor.save_line.local);
});

test("the main button joins: a long saved text is not replaced by the one line in the form", async () => {
  const long = "Ein langer Tag am See, mit vielen Worten. ".repeat(9).trim();
  const editor = await openEditor();
  editor.type("Nur eine Zeile");
  await collide(editor, entry({ text: long, version: 7 }), "entry_exists");
  const main = dialog(editor).querySelectorAll<HTMLButtonElement>(".button-main");
  expect([...main].map(({ textContent }) => textContent)).toEqual([t.merge]);
  main[0]?.click();
  await eventually(() => expect(editor.text.value).toBe(`${long}\n\nNur eine Zeile`));
});

test("words that only one side has are marked and named, and a long equal part is shown when it is asked for", async () => {
  const equal = "Wort für Wort dasselbe, den ganzen Tag lang. ".repeat(20);
  const editor = await openEditor({ entryId: "entry-1", version: 3, saved });
  editor.type(`${equal}Abends im Saal.`);
  await collide(editor, entry({ text: `${equal}Abends im Park.`, topMoment: "Kaffee", version: 7 }));
  const sides = [...dialog(editor).querySelectorAll("section")];
  const marks = () => sides.map((side) => [...side.querySelectorAll("mark")].map(({ textContent }) => textContent));
  await eventually(() => expect(marks()).toEqual([["Saal"], ["Park"]]));
  expect(sides[0]?.querySelector("mark")?.dataset.label).toBe(de.editor.differences.only_here);
  expect(sides[0]?.textContent?.length).toBeLessThan(150);
  const [fold] = sides[0]?.getElementsByTagName("button") ?? [];
  expect(fold).toHaveAccessibleName(de.editor.differences.unfold);
  fold?.click();
  await eventually(() => expect(sides[0]?.textContent).toBe(`${equal}Abends im Saal.`));
  expect(document.activeElement?.textContent, "the focus is where the button was").toMatch(/^Wort für Wort/);
});

test("a form that has not seen the day's entry says what of that entry stays, whatever is chosen", async () => {
  const photo = picture("1");
  const there = entry({
    text: "Vom Telefon",
    images: [photo],
    imageUrls: [photo.url],
    thumbnailUrls: [photo.thumbnailUrl],
    audio: { url: "/1", contentType: "audio/webm", seconds: 9 },
    mood: { level: 8, feeling: null, customEmoji: null, isSet: true },
  });
  const editor = await openEditor();
  editor.type("Von hier");
  await collide(editor, there, "entry_exists");
  expect(dialog(editor)).toHaveTextContent(t.stays.replace("{parts}", "Fotos, Aufnahme, Stimmung"));
  editor.press(t.back);
  await eventually(() => expect(editor.line()).toBe(de.editor.save_line.failed));
  editor.edit({ mood: { level: 2, feeling: null, customEmoji: null, isSet: true }, audioFile: file("a.webm") });
  await collide(editor, there, "entry_exists");
  expect(dialog(editor), "the form's mood is the newer one").toHaveTextContent(t.stays.replace("{parts}", "Fotos"));
  expect(dialog(editor)).toHaveTextContent(t.recordings);
});

test("going back changes nothing, and the next save asks again", async () => {
  const editor = await stale();
  editor.press(t.back);
  await eventually(() => expect(editor.line()).toBe(de.editor.save_line.failed));
  expect(editor.text.value).toBe("Von hier");
  editor.save();
  await eventually(() => expect(sent[1]?.body.get("version")).toBe("3"));
});

test("Escape goes back to the editor", async () => {
  const editor = await stale();
  dialog(editor).close();
  expect(editor.text.value).toBe("Von hier");
  expect(sent).toHaveLength(1);
});

test("if the day has an entry by now, the local version updates it and keeps its photos", async () => {
  const editor = await openEditor();
  editor.type("Von hier");
  editor.addFiles(file("a.jpg"));
  const photo = picture("1");
  const there = entry({ ...remote, images: [photo], imageUrls: [photo.url], thumbnailUrls: [photo.thumbnailUrl] });
  await collide(editor, there, "entry_exists");
  expect(dialog(editor)).toHaveTextContent(t.exists_title);
  editor.press(t.keep_mine);
  await eventually(() => expect(sent).toHaveLength(2));
  const { method, url, body } = sent[1] as Sent;
  expect([method, url, body.get("version"), body.get("date")]).toEqual(["PATCH", "/api/entries/entry-1", "7", null]);
  expect(body.get("existingImages")).toBe(`["${photo.url}"]`);
  expect(body.get("images")).toMatchObject({ name: "a.jpg" });
  expect(editor.target()?.entryId).toBe("entry-1");
  expect(location.pathname).toBe("/edit/entry-1");
  expect(await drafts()).toEqual([[`${USER}:entry-1`, "Von hier", 7]]);
  expect(go).not.toHaveBeenCalled();
});

test("the same text with another new photo does not count as the same save", async () => {
  const editor = await openEditor({ entryId: "entry-1", version: 3, saved });
  editor.addFiles(file("a.jpg"));
  const photo = picture("1");
  const same = entry({ ...saved, version: 4, images: [photo], imageUrls: [photo.url], thumbnailUrls: [""] });
  await collide(editor, same);
  expect(dialog(editor).open).toBe(true);
});

test("when both versions are the same, there is nothing to ask", async () => {
  const editor = await openEditor({ entryId: "entry-1", version: 3, saved });
  editor.type("Von hier");
  editor.save();
  await eventually(() => expect(sent).toHaveLength(1));
  sent[0]?.answer(409, { code: "stale", message: "…", detail: entry({ ...saved, text: "Von hier", version: 4 }) });
  await eventually(() => expect(editor.target()?.version).toBe(4));
  expect(dialog(editor).open).toBe(false);
  await eventually(() => expect(editor.line()).toMatch(/^Gespeichert/));
});

test("when the day's entry is the same, the form goes on with it, and its answers are still to be saved", async () => {
  const editor = await openEditor();
  const heard = vi.fn();
  editor.saveHooks.add({ saved: heard });
  editor.edit({ reflectionAnswers: [{ questionId: "calm", answer: "Der See", previous: "" }] });
  editor.type("Im Zug");
  editor.save();
  await eventually(() => expect(sent).toHaveLength(1));
  sent[0]?.answer(409, { code: "entry_exists", message: "…", detail: entry({ text: "Im Zug" }) });
  await eventually(() => expect(heard).toHaveBeenCalledOnce());
  expect(dialog(editor).open).toBe(false);
});

test("when the entry was deleted elsewhere the text stays, for today's entry or to copy", async () => {
  const editor = await openEditor({ entryId: "entry-1", version: 3, saved });
  editor.type("Anfang und mehr");
  editor.save();
  await eventually(() => expect(sent).toHaveLength(1));
  sent[0]?.answer(404, { code: "entry_not_found", message: "Weg" });
  await eventually(() => expect(editor.notice()).toContain(de.editor.kept.gone));
  const written: string[] = [];
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText: async (text: string) => written.push(text) } });
  editor.press(de.editor.kept.copy);
  expect(written).toEqual(["Anfang und mehr\n\nKaffee"]);
  vi.unstubAllGlobals();
  editor.press(de.editor.kept.today);
  await eventually(() => expect(go).toHaveBeenCalledWith("/create"));
  expect((await drafts()).map(([, text]) => text)).toEqual(["Anfang und mehr"]);
});

test("the dialog shows everything that a choice would change: answers, top moment, visibility, photos", async () => {
  const net = fakeFetch();
  const saidThere = { id: "a1", entryId: "entry-1", questionId: "calm", question: "Was war ruhig?", answer: "Der See" };
  net.calls["/api/entries/entry-1/reflection-answers"] = () => net.answer(200, [saidThere]);
  const editor = await openEditor({ entryId: "entry-1", version: 3, saved });
  editor.edit({ reflectionAnswers: [{ questionId: "calm", answer: "Das Boot", previous: "" }] });
  editor.type("Von hier");
  editor.type("Kakao", editor.find("[name=topMoment]"));
  editor.find<HTMLInputElement>("[value=public]").checked = true;
  editor.addFiles(file("a.jpg"));
  const photo = picture("1");
  const there = entry({
    ...remote,
    visibility: "friends",
    images: [photo],
    imageUrls: [photo.url],
    thumbnailUrls: [photo.thumbnailUrl],
  });
  const asked = answer(true);
  await collide(editor, there);
  await asked;
  const sides = dialog(editor).querySelectorAll<HTMLElement>(".conflict-side");
  const [local, other] = [sides[0] as HTMLElement, sides[1] as HTMLElement];
  for (const words of ["Was war ruhig?", "Der See", "Tee", "Freunde"]) {
    expect(other).toHaveTextContent(words);
  }
  expect(other).not.toHaveTextContent("Das Boot");
  expect(local).toHaveTextContent(/Der See.*Das Boot/);
  expect([...other.querySelectorAll("img")].map((image) => image.getAttribute("src"))).toEqual([photo.thumbnailUrl]);
  expect(local.querySelectorAll("img")).toHaveLength(2);
  expect(local.textContent?.match(/Schönster Moment|Top/g)?.length).toBe(
    other.textContent?.match(/Schönster Moment|Top/g)?.length,
  );
});

test("a field that only one side has is shown as empty on the other", async () => {
  const editor = await openEditor({ entryId: "entry-1", version: 3, saved });
  editor.type("Von hier");
  editor.addFiles(file("a.jpg"));
  await collide(editor, entry({ ...remote, text: "", emojis: "☕" }));
  const [local, other] = [...dialog(editor).querySelectorAll("section")].map((side) => [
    [...side.querySelectorAll("dt")].map((label) => label.textContent),
    side.textContent?.split(t.empty).length,
  ]);
  expect(local?.[0]).toEqual(other?.[0]);
  expect([local?.[1], other?.[1]], "its text and its photos").toEqual([1, 3]);
});

test("the dialog says so when the saved answers cannot be loaded", async () => {
  const editor = await stale();
  expect(dialog(editor)).toHaveTextContent(de.editor.reflection.not_loaded);
});
