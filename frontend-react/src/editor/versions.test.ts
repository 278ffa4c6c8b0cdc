import { beforeEach, expect, test, vi } from "vitest";
import { forgetToken } from "../auth";
import { fakeFetch, openEditor, USER } from "../test/editor";
import { eventually } from "../test/eventually";
import { de } from "../test/texts";
import { deleteDraft, readDrafts } from "./drafts";

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

test("an earlier text comes back into the field as unsaved, and what stood there can be had back", async () => {
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

test("no earlier text is said in words", async () => {
  const { block } = await opened(() => net.answer(200, []));
  await eventually(() => expect(block).toHaveTextContent(t.none));
});

test("a failure says that they are still there", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { block } = await opened(() => net.answer(503, { code: "unavailable" }));
  await eventually(() => expect(block).toHaveTextContent(t.failed));
});
