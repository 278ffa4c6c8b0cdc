import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetToken } from "../../shared/auth";
import { reload, replace } from "../../shared/navigate";
import { clearReloadGuard } from "../../shared/reload-guard";
import { DATE, entry, fakeFetch, leftDraft, openEditor, USER } from "../../test/editor";
import { eventually } from "../../test/eventually";
import { file } from "../../test/files";
import { fakeLocks, noLocks } from "../../test/locks";
import { picture } from "../../test/pictures";
import { de, texts } from "../../test/texts";
import { fakeXhr, type Sent } from "../../test/xhr";
import { open } from "../entry-editor/draft/database";
import { type Draft, deleteDraft, readDrafts, writeDraft } from "../entry-editor/draft/drafts";
import { acquireLock } from "../entry-editor/draft/lock";
import { newSave } from "../entry-editor/save/save";
import { contentOf, EMPTY } from "../entry-editor/state/content";
import { openOffline } from ".";

vi.mock("../../shared/navigate");

let sent: Sent[];

beforeEach(async () => {
  sessionStorage.clear();
  for (const draft of await readDrafts(USER)) await deleteDraft(draft.key);
  forgetToken();
  history.replaceState(null, "", "/edit/entry-1");
  sent = fakeXhr();
  fakeFetch();
  fakeLocks();
  const ticket = { userId: USER, date: DATE, ticket: "paper", zone: "Europe/Berlin", dayEnd: 0, visibility: "friends" };
  await (await open()).put("tickets", ticket as never);
});
afterEach(noLocks);

const url = (id: string) => picture(id).url;
const audio = { url: "/media/1/recording", contentType: "audio/webm", seconds: 9 };
const base = contentOf({
  ...EMPTY,
  text: "Anfang",
  images: [picture("1"), picture("2")],
  audio,
  audioTranscript: "Gesagt",
});

/** A draft of a saved entry with a save that got no answer. */
async function left(): Promise<Draft> {
  const content = {
    ...base,
    text: "Im Zug",
    summary: "Kurz",
    topMoment: "Ulm",
    emojis: "☕",
    mood: { level: 8, feeling: null, customEmoji: null, isSet: true },
    visibility: "public" as const,
    files: [file("a.jpg")],
    alts: ["eins", "zwei", "neu"],
    imageOrder: [1, 2, 0],
    mainImageIndex: 2,
    reflectionAnswers: [{ questionId: "calm", answer: "Der See", previous: "" }],
  };
  const place = { userId: USER, date: DATE, entryId: "entry-1", version: 3, ticket: "old ticket", base };
  const draft = { ...content, ...place, key: `${USER}:entry-1`, writer: "a closed tab", writtenAt: 1 };
  await writeDraft({ ...draft, pendingSave: newSave(content, draft) }, true);
  return (await readDrafts(USER))[0] as Draft;
}

/** The page as the server makes it: the words' field only. */
async function openPage() {
  const { place } = await openPlace();
  const element = place.querySelector<HTMLElement>("entry-form");
  if (!element) throw new Error("there is no form");
  await eventually(() => expect(element).toHaveAttribute("data-ready"));
  const text = element.querySelector("textarea") as HTMLTextAreaElement;
  const type = (words: string) => {
    text.value = words;
    text.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const save = () => element.querySelector<HTMLButtonElement>("[data-save]")?.click();
  return { place, element, text, type, save };
}

async function openPlace() {
  const place = document.createElement("div");
  const template = document.createElement("template");
  template.innerHTML = `<entry-form><section data-notice hidden></section>
    <form novalidate><textarea name="text"></textarea><input type="radio" name="visibility" value="private" checked>
    <input type="radio" name="visibility" value="friends"><input type="radio" name="visibility" value="public"><p data-counter></p><p data-save-line role="status"></p>
    <button data-save>Speichern</button></form><dialog data-conflict></dialog></entry-form>`;
  const form = template.content.querySelector<HTMLElement>("entry-form");
  if (form) form.dataset.texts = JSON.stringify(texts);
  place.append(template);
  document.body.append(place);
  const parts = ["nobody", "entry", "new", "today", "attachments"]
    .map((name) => `<p data-offline-${name} hidden></p>`)
    .join("");
  place.insertAdjacentHTML(
    "afterbegin",
    `<p data-offline-hint data-back="Da"></p><p data-offline-go hidden><button></button></p>${parts}`,
  );
  await openOffline(place);
  return { place };
}

test("an edit is sent with everything in its draft, also what this page has no fields for", async () => {
  const before = await left();
  const { place, text, type } = await openPage();
  expect(text.value).toBe("Im Zug");
  expect(place.querySelector("[data-offline-attachments]:not([hidden])")).toHaveTextContent("Neue Fotos: 1");
  const first = await eventually(() => sent[0] ?? expect.fail("nothing was sent"));
  const form = Object.fromEntries(first.body);
  expect(form).toMatchObject({
    version: "3",
    mainImageIndex: "2",
    imageAlts: '["zwei","eins","neu"]',
    imageOrder: "[0,2,1]",
  });
  expect(form).toMatchObject({ existingImages: JSON.stringify([url("2"), url("1")]), audioTranscript: "Gesagt" });
  expect(form.removeAudio).toBeUndefined();
  first.lose();
  type("Im Zug, kurz vor Ulm");
  await eventually(async () => expect((await readDrafts(USER))[0]?.text).toBe("Im Zug, kurz vor Ulm"));
  const [draft] = await readDrafts(USER);
  const { text: _, writer: _writer, writtenAt: _at, pendingSave, ...rest } = before;
  expect(draft).toMatchObject(rest);
  expect(draft?.pendingSave).toEqual(pendingSave);
});

test("the editor continues the draft, and a newer version of the entry loses nothing", async () => {
  await left();
  const { element, type } = await openPage();
  (await eventually(() => sent[0] ?? expect.fail("nothing was sent"))).lose();
  type("Im Zug, kurz vor Ulm");
  await eventually(async () => expect((await readDrafts(USER))[0]?.text).toBe("Im Zug, kurz vor Ulm"));
  element.remove();
  const editor = await openEditor({
    entryId: "entry-1",
    version: 4,
    saved: { text: "Vom Telefon", images: [picture("1"), picture("2")], audio },
  });
  const again = await eventually(() => sent[1] ?? expect.fail("nothing was sent"));
  expect(JSON.parse(String(again.body.get("existingImages")))).toEqual([url("2"), url("1")]);
  expect(again.body.get("removeAudio")).toBeNull();
  editor.close();
});

test("text written here replaces no version of the entry while another tab holds the draft", async () => {
  await left();
  const release = await acquireLock(`${USER}:entry-1`);
  const { text, type, save } = await openPage();
  expect(text.value).toBe("");
  type("Im zweiten Fenster");
  save();
  const { body, answer } = await eventually(() => sent[0] ?? expect.fail("nothing was sent"));
  expect(body.get("version")).toBe("0");
  const all = [picture("1"), picture("2")];
  const imageUrls = all.map((one) => one.url);
  const urls = { imageUrls, optimizedImageUrls: imageUrls, thumbnailUrls: imageUrls };
  const detail = entry({ text: "Anfang", images: all, ...urls, audio, version: 3 });
  answer(409, { code: "stale", message: "…", detail });
  await eventually(() => expect(document.querySelector("dialog[open]")).not.toBeNull());
  const keepLocal = [...document.querySelectorAll("button")].find(
    (one) => one.textContent === de.editor.conflict.keep_mine,
  );
  keepLocal?.click();
  const second = await eventually(() => sent[1] ?? expect.fail("nothing was sent"));
  expect(JSON.parse(String(second.body.get("existingImages")))).toEqual(imageUrls);
  expect(second.body.get("removeAudio")).toBeNull();
  release?.();
});

test("the page says who will read a draft", async () => {
  await left();
  const { element } = await openPage();
  expect(element.querySelector<HTMLInputElement>("[name=visibility]:checked")?.value).toBe("public");
});

test("a new entry has the visibility that the person chose, and the page says it", async () => {
  history.replaceState(null, "", "/create");
  const { element, type } = await openPage();
  expect(element.querySelector<HTMLInputElement>("[name=visibility]:checked")?.value).toBe("friends");
  type("Auf der Hütte");
  await eventually(async () =>
    expect((await readDrafts(USER))[0]).toMatchObject({ text: "Auf der Hütte", visibility: "friends", version: null }),
  );
});

test("the page of a missed day opens its draft or begins one, and never today's", async () => {
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Berlin" });
  await paper({ date: today, ticket: "today's" });
  await leftDraft({ date: today, text: "Von heute" });
  await leftDraft({ date: "2026-01-03", text: "Vom dritten", ticket: "missed" });
  history.replaceState(null, "", "/create?date=2026-01-03");
  const draft = await openPage();
  expect(draft.text.value).toBe("Vom dritten");
  expect(draft.element.dataset).toMatchObject({ date: "2026-01-03", ticket: "missed", late: "" });
  draft.place.remove();
  history.replaceState(null, "", "/create?date=2026-01-04");
  const fresh = await openPage();
  expect(fresh.text.value).toBe("");
  expect(fresh.element.dataset).toMatchObject({ date: "2026-01-04", ticket: "", late: "" });
  fresh.place.remove();
});

const names = (place: HTMLElement) =>
  ["nobody", "entry", "new", "today"].filter(
    (name) => !place.querySelector<HTMLElement>(`[data-offline-${name}]`)?.hidden,
  );

async function paper(change: object): Promise<void> {
  const ticket = { userId: USER, date: DATE, ticket: "paper", zone: "Europe/Berlin", dayEnd: 0, visibility: "friends" };
  await (await open()).put("tickets", { ...ticket, ...change } as never);
}

test("a saved entry without a draft shows no empty form; a new entry can be started on a free day", async () => {
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Berlin" });
  await paper({ date: today, entryId: null });
  const free = await openPlace();
  expect(free.place.querySelector("entry-form")).toBeNull();
  expect(free.place.querySelector("[data-offline-hint]")).toBeNull();
  expect(names(free.place)).toEqual(["entry", "new"]);

  await paper({ date: today, entryId: "entry-1" });
  expect(names((await openPlace()).place), "the day has an entry").toEqual(["entry"]);

  await leftDraft({ date: today, text: "Heute begonnen" });
  expect(names((await openPlace()).place)).toEqual(["entry", "today"]);
});

test("a page without text reloads when the connection is back, and writing is not interrupted", async () => {
  const net = fakeFetch();
  vi.mocked(reload).mockClear();
  history.replaceState(null, "", "/create");
  const { place, type } = await openPage();
  type("Mitten im Satz");
  await eventually(async () => expect((await readDrafts(USER))[0]?.text).toBe("Mitten im Satz"));
  net.calls["/livez"] = () => net.answer(200, {});
  window.dispatchEvent(new Event("online"));
  await eventually(() => expect(place.querySelector("[data-offline-hint]")).toHaveTextContent("Da"));
  expect(reload).not.toHaveBeenCalled();
  place.querySelector<HTMLButtonElement>("[data-offline-go] button")?.click();
  await eventually(() => expect(reload).toHaveBeenCalledOnce());
  place.remove();
  for (const draft of await readDrafts(USER)) await deleteDraft(draft.key);
  await openPage();
  window.dispatchEvent(new Event("online"));
  await eventually(() => expect(reload).toHaveBeenCalledTimes(2));
});

test("a page that is slow to load reloads by itself once, and then by the button", async () => {
  const net = fakeFetch();
  net.calls["/livez"] = () => net.answer(200, {});
  const opened = vi.fn(async (_name: string) => ({}));
  vi.stubGlobal("caches", { open: opened });
  history.replaceState(null, "", "/create");
  const visit = async () => {
    vi.mocked(reload).mockClear();
    opened.mockClear();
    const { place } = await openPage();
    window.dispatchEvent(new Event("online"));
    return { place, go: place.querySelector<HTMLElement>("[data-offline-go]") as HTMLElement };
  };
  const first = await visit();
  await eventually(() => expect(reload).toHaveBeenCalledOnce());
  expect(opened, "the worker is told before").toHaveBeenCalledExactlyOnceWith("reload-guard /create");
  expect(first.go.hidden).toBe(true);
  first.place.remove();

  const second = await visit();
  await eventually(() => expect(second.go.hidden).toBe(false));
  expect(reload).not.toHaveBeenCalled();
  second.go.querySelector("button")?.click();
  await eventually(() => expect(reload).toHaveBeenCalledOnce());
  expect(opened).toHaveBeenCalledExactlyOnceWith("reload-guard /create");
  second.place.remove();

  clearReloadGuard();
  const third = await visit();
  await eventually(() => expect(reload).toHaveBeenCalledOnce());
  third.place.remove();
  vi.stubGlobal("caches", undefined);
});

test("a stalled connection does not delay the form", async () => {
  const stalled = (_path: string, init?: RequestInit) =>
    new Promise<Response>((_, failed) => init?.signal?.addEventListener("abort", () => failed(init.signal?.reason)));
  vi.stubGlobal("fetch", stalled);
  vi.mocked(replace).mockClear();
  history.replaceState(null, "", "/offline");
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const opening = openPage();
  vi.advanceTimersByTime(5000);
  vi.useRealTimers();
  const { text } = await opening;
  expect(text.value).toBe("");
  expect(replace).not.toHaveBeenCalled();
});
