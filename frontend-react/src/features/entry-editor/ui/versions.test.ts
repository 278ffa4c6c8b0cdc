import { beforeEach, expect, test, vi } from "vitest";
import { forgetToken } from "../../../shared/auth";
import { entry, fakeFetch, openEditor, USER } from "../../../test/editor";
import { eventually } from "../../../test/eventually";
import { de } from "../../../test/texts";
import { fakeXhr } from "../../../test/xhr";
import { deleteDraft, readDrafts } from "../draft/drafts";

const t = de.editor.versions;
const HREF = "/api/entries/entry-1/versions";
let net: ReturnType<typeof fakeFetch>;

beforeEach(async () => {
  for (const draft of await readDrafts(USER)) await deleteDraft(draft.key);
  forgetToken();
  net = fakeFetch();
});

async function opened(answer: () => Response) {
  net.calls[HREF] = answer;
  const editor = await openEditor({ entryId: "entry-1", saved: { text: "Jetzt", topMoment: "Kaffee" } });
  const block = editor.find<HTMLDetailsElement>("details[data-versions]");
  expect(net.fake).not.toHaveBeenCalledWith(HREF, expect.anything());
  block.open = true;
  block.dispatchEvent(new Event("toggle"));
  return { editor, block };
}

test("an earlier version is put into the form unsaved, and the replaced text can be restored", async () => {
  const earlier = {
    version: 1,
    text: "Früher",
    summary: "",
    topMoment: "Tee",
    replacedAt: new Date(2026, 10, 19, 22, 14).toISOString(),
  };
  const { editor, block } = await opened(() => net.answer(200, [earlier]));
  await eventually(() => expect(block).toHaveTextContent("Fassung vom 19. November, 22:14Früher"));
  editor.press(t.restore);
  expect([editor.text.value, editor.find<HTMLInputElement>("[name=topMoment]").value]).toEqual(["Früher", "Tee"]);
  expect(editor.notice()).toContain(t.restored);
  await editor.stored();
  editor.press(t.undo);
  expect([editor.text.value, editor.find<HTMLInputElement>("[name=topMoment]").value]).toEqual(["Jetzt", "Kaffee"]);
  expect(editor.notice()).toBe("");
});

test("a version shows what the next save changed, and whole when that is asked for", async () => {
  const changes = {
    text: [
      { kind: "folded", text: "" },
      { kind: "same", text: " am " },
      { kind: "removed", text: "See" },
      { kind: "added", text: "Fluss" },
    ],
    topMoment: [{ kind: "removed", text: "Tee" }],
  };
  const { editor, block } = await opened(() =>
    net.answer(200, [{ ...FORMER, text: "Ein langer Te…", topMoment: "Tee", isCut: true, changes }]),
  );
  await eventually(() => expect(block.querySelector("del")).toBeInTheDocument());
  expect(block).not.toHaveTextContent("Ein langer");
  const named = [...block.querySelectorAll<HTMLElement>("del, ins")].map((e) => [e.dataset.label, e.textContent]);
  const { removed, added } = de.editor.differences;
  expect(named).toEqual([
    [removed, "See"],
    [added, "Fluss"],
    [removed, "Tee"],
  ]);
  net.calls[`${HREF}/1`] = () => net.answer(200, { ...FORMER, text: "Ein langer Text am See" });
  editor.press(t.whole);
  await eventually(() => expect(block).toHaveTextContent("Ein langer Text am See"));
  expect(block.querySelector("del")).toBeNull();
  editor.press(de.entry.versions.less);
  await eventually(() => expect(block.querySelector("del")).toBeInTheDocument());
});

const FORMER = {
  version: 1,
  text: "Früher",
  summary: "",
  topMoment: "",
  audioTranscript: "",
  replacedAt: "2026-11-19",
};

async function restored(typed?: string) {
  const { editor, block } = await opened(() => net.answer(200, [FORMER]));
  await eventually(() => expect(block).toHaveTextContent("Fassung vom 19. November"));
  if (typed) editor.type(typed);
  editor.press(t.restore);
  await eventually(() => expect(editor.text.value).toBe("Früher"));
  return editor;
}

test("what was typed after restoring a version is stashed when that is undone", async () => {
  const editor = await restored();
  editor.type("Früher, und ein neuer Satz");
  editor.press(t.undo);
  await eventually(() => expect(editor.text.value).toBe("Jetzt"));
  editor.press(de.editor.draft.append);
  expect(editor.text.value).toBe("Jetzt\n\nFrüher, und ein neuer Satz");
});

test("unsaved text that a version replaced can still be restored after a save", async () => {
  const sent = fakeXhr();
  const editor = await restored("Jetzt, ungespeichert");
  expect(editor.notice()).toContain(t.restored);
  editor.save();
  await eventually(() => expect(sent).toHaveLength(1));
  sent[0]?.answer(200, entry({ text: "Früher", version: 2 }));
  await eventually(() => expect(editor.notice()).not.toContain(t.restored));
  expect(editor.text.value).toBe("Früher");
  editor.press(de.editor.draft.append);
  expect(editor.text.value).toBe("Früher\n\nJetzt, ungespeichert");
});

test("unsaved text that comes back by undo is not stashed any more", async () => {
  const editor = await restored("Jetzt, ungespeichert");
  editor.press(t.undo);
  expect(editor.text.value).toBe("Jetzt, ungespeichert");
  await eventually(() => expect(editor.notice()).toBe(""));
  const texts = (await readDrafts(USER)).map(({ text }) => text);
  expect(texts).toEqual(["Jetzt, ungespeichert"]);
});

test("a version shows everything that restoring it would change, and marks a generated summary", async () => {
  const spoken = { ...FORMER, text: "", summary: "Am See.", summarySource: "local", audioTranscript: "Heute am See" };
  const { block } = await opened(() => net.answer(200, [spoken]));
  await eventually(() => expect(block.querySelector("dl")).toBeInTheDocument());
  expect(block.querySelector(".version-text")).toHaveTextContent(de.editor.conflict.empty);
  const fields = [...block.querySelectorAll("dt, dd")].map(({ textContent }) => textContent);
  expect(fields).toEqual([
    de.editor.summary_label,
    "Am See. Automatische Zusammenfassung",
    de.editor.top_moment_label,
    de.editor.conflict.empty,
    de.editor.transcript_label,
    "Heute am See",
  ]);
});

test("a message says that there is no earlier version", async () => {
  const { block } = await opened(() => net.answer(200, []));
  await eventually(() => expect(block).toHaveTextContent(t.none));
});

test("a failure says that the versions still exist", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { block } = await opened(() => net.answer(503, { code: "unavailable" }));
  await eventually(() => expect(block).toHaveTextContent(t.failed));
});

test("a long text that is cut in the list is restored whole", async () => {
  net.calls[`${HREF}/1`] = () => net.answer(200, { ...FORMER, text: "Früher, und noch viel mehr" });
  const { editor, block } = await opened(() => net.answer(200, [{ ...FORMER, text: "Früher…", isCut: true }]));
  await eventually(() => expect(block).toHaveTextContent("Früher…"));
  editor.press(t.restore);
  await eventually(() => expect(editor.text.value).toBe("Früher, und noch viel mehr"));
});
