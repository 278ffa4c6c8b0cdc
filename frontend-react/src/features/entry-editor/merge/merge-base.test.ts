// Drafts of an older version than the saved entry: what their writer never saw cannot have been removed by them.
import { beforeEach, expect, test, vi } from "vitest";
import type { Entry } from "../../../shared/domain";
import type { Toast } from "../../../shared/events";
import { entry, freshEditor, leftDraft, type OpenEditor, openEditor, USER } from "../../../test/editor";
import { eventually } from "../../../test/eventually";
import { picture } from "../../../test/pictures";
import { de } from "../../../test/texts";
import { heardToasts } from "../../../test/toasts";
import type { Sent } from "../../../test/xhr";
import { readDrafts } from "../draft/drafts";
import { contentOf, picturesOf, savedOf } from "../state/content";
import { mergeContents } from "./merge";

vi.mock("../../../shared/navigate");

const t = de.editor.conflict;
const audio = { url: "/media/1/recording", contentType: "audio/webm", seconds: 9 };
let sent: Sent[];
let toasts: Toast[];

beforeEach(async () => {
  sent = await freshEditor();
  toasts = heardToasts();
});

function withPictures(change: Partial<Entry>, ...ids: string[]): Entry {
  const all = ids.map(picture);
  const [imageUrls, optimizedImageUrls, thumbnailUrls] = [
    all.map(({ url }) => url),
    all.map(({ optimizedUrl }) => optimizedUrl),
    all.map(({ thumbnailUrl }) => thumbnailUrl),
  ];
  return entry({ ...change, images: all, imageUrls, optimizedImageUrls, thumbnailUrls });
}

const mood = { level: 8, feeling: null, customEmoji: null, isSet: true };
const remote = withPictures({ text: "Vom Telefon", audio, mood, visibility: "public", version: 5 }, "1", "2");
const page = { entryId: "entry-1", version: 5, saved: savedOf(remote) };

async function collide(editor: OpenEditor, choice: string, detail = remote): Promise<FormData> {
  const [before, asked] = [sent.length, toasts.length];
  editor.save();
  await eventually(() => expect(sent).toHaveLength(before + 1));
  expect(sent[before]?.body.get("version")).not.toBe(String(detail.version));
  sent[before]?.answer(409, { code: "stale", message: "…", detail });
  await eventually(() => expect(editor.find<HTMLDialogElement>("dialog").open).toBe(true));
  editor.press(choice);
  if (choice === t.merge) {
    await eventually(() => expect(editor.target()?.version).toBe(detail.version));
    editor.save();
  }
  await eventually(() => expect(sent).toHaveLength(before + 2));
  expect(toasts).toHaveLength(asked);
  return sent[before + 1]?.body as FormData;
}

const kept = (body: FormData) => JSON.parse(String(body.get("existingImages")));

test.each([t.keep_mine, t.merge])(
  "a draft of an older version, '%s': photos, recording and mood of the newer version stay",
  async (choice) => {
    await leftDraft({ entryId: "entry-1", version: 2, text: "Von hier" });
    const body = await collide(await openEditor(page), choice);
    expect(kept(body)).toEqual([picture("1").url, picture("2").url]);
    expect(body.get("removeAudio")).toBeNull();
    expect([body.get("version"), JSON.parse(String(body.get("mood"))), body.get("visibility")]).toEqual([
      "5",
      mood,
      "private",
    ]);
  },
);

test.each([t.keep_mine, t.merge])(
  "a draft from before the day had an entry, '%s': nothing of the entry is removed",
  async (choice) => {
    await leftDraft({ text: "Von hier" });
    const body = await collide(await openEditor(page), choice);
    expect([kept(body), body.get("removeAudio")]).toEqual([[picture("1").url, picture("2").url], null]);
  },
);

test("what the draft's writer removed stays removed, because the draft has its base", async () => {
  const first = withPictures({ text: "Anfang", mood, audio, version: 2 }, "1", "2");
  const before = await openEditor({ entryId: "entry-1", version: 2, saved: savedOf(first) });
  before.type("Von hier");
  before.element.querySelector<HTMLButtonElement>(".dropzone-remove")?.click();
  await before.stored();
  await eventually(async () => expect((await readDrafts(USER))[0]?.images).toEqual([picture("2").url]));
  before.close();
  const newer = withPictures({ text: "Vom Telefon", audio, mood: { ...mood, level: 3 }, version: 3 }, "1", "2", "3");
  const editor = await openEditor({ entryId: "entry-1", version: 3, saved: savedOf(newer) });
  const body = await collide(editor, t.keep_mine, newer);
  expect(kept(body)).toEqual([picture("2").url, picture("3").url]);
  expect([body.get("removeAudio"), JSON.parse(String(body.get("mood"))).level]).toEqual([null, 3]);
});

test("a draft of the version that the page shows is merged over that one, whatever wrote it", async () => {
  await leftDraft({
    ...contentOf(page.saved),
    entryId: "entry-1",
    version: 5,
    text: "Von hier",
    images: [picture("2").url],
    alts: [""],
  });
  const newer = withPictures({ ...remote, version: 6 }, "1", "2", "3");
  const body = await collide(await openEditor(page), t.keep_mine, newer);
  expect([kept(body), body.get("removeAudio")]).toEqual([[picture("2").url, picture("3").url], null]);
});

test("a draft that is saved for its day from today's page is merged by its base", async () => {
  const first = withPictures({ text: "Gestern", mood, version: 2 }, "1");
  const yesterday = { entryId: "entry-1", date: "2026-11-19" };
  const before = await openEditor({ ...yesterday, version: 2, saved: savedOf(first) });
  before.type("Gestern, und mehr");
  await before.stored();
  before.close();
  const editor = await openEditor();
  editor.press("Als Eintrag vom 19. November 2026 speichern");
  await eventually(() => expect(sent).toHaveLength(1));
  const newer = withPictures(
    { ...yesterday, text: "Vom Telefon", audio, mood: { ...mood, level: 3 }, version: 3 },
    "1",
    "2",
  );
  sent[0]?.answer(409, { code: "stale", message: "…", detail: newer });
  await eventually(() => expect(editor.find<HTMLDialogElement>("dialog").open).toBe(true));
  editor.press(t.keep_mine);
  await eventually(() => expect(sent).toHaveLength(2));
  const body = sent[1]?.body as FormData;
  expect(kept(body)).toEqual([picture("1").url, picture("2").url]);
  expect([body.get("removeAudio"), JSON.parse(String(body.get("mood"))).level]).toEqual([null, 3]);
});

test("without a known base a remote description stays unless there is a local one", () => {
  const there = contentOf({
    ...savedOf(remote),
    images: picturesOf(remote).map((one) => ({ ...one, alt: "von dort" })),
  });
  expect(mergeContents({ ...there, alts: ["", "von mir"] }, undefined, there).alts).toEqual(["von dort", "von mir"]);
});

test("a text that cannot be stashed on a full disk stays in the form, with a message", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const editor = await openEditor({ entryId: "entry-1", version: 2, saved: { text: "Anfang" } });
  editor.type("Von hier");
  await editor.stored();
  editor.save();
  await eventually(() => expect(sent).toHaveLength(1));
  sent[0]?.answer(409, { code: "stale", message: "…", detail: remote });
  await eventually(() => expect(editor.find<HTMLDialogElement>("dialog").open).toBe(true));
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  editor.press(t.keep_theirs);
  await eventually(() => expect(toasts.at(-1)?.description).toBe(de.editor.save_line.full));
  put.mockRestore();
  expect([editor.text.value, editor.target()?.version]).toEqual(["Von hier", 2]);
});
