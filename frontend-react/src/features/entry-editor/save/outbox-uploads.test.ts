import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { go } from "../../../shared/navigate";
import { DATE, entry, freshEditor, leftDraft, openEditor, USER } from "../../../test/editor";
import { eventually } from "../../../test/eventually";
import { file } from "../../../test/files";
import { fakeLocks, noLocks } from "../../../test/locks";
import { de } from "../../../test/texts";
import type { Sent } from "../../../test/xhr";
import { readDrafts, writeDraft } from "../draft/drafts";
import { contentOf, EMPTY } from "../state/content";
import { type Result, sendOutbox } from "./outbox";
import { newSave } from "./save";

vi.mock("../../../shared/navigate");

const t = de.editor;
let sent: Sent[];

beforeEach(async () => {
  sent = await freshEditor();
  fakeLocks();
  vi.mocked(go).mockClear();
});
afterEach(noLocks);

const online = () => window.dispatchEvent(new Event("online"));
const drafts = async () => (await readDrafts(USER)).map(({ text, pendingSave }) => [text, pendingSave?.needsDecision]);
const request = (count = 1) =>
  eventually(() => {
    expect(sent).toHaveLength(count);
    return sent[count - 1] as Sent;
  });

/** A draft of `date` whose page was closed after a save without an answer. */
async function waiting(date: string, text: string, files: File[] = []) {
  await leftDraft({ date, text, files });
  const draft = (await readDrafts(USER)).find((draft) => draft.date === date) ?? expect.fail("no draft");
  const pendingSave = newSave({ ...contentOf(EMPTY), text, files }, draft);
  await writeDraft({ ...draft, pendingSave, writtenAt: Date.parse(date) }, false);
}

async function deliver(): Promise<{ said: Result[]; done: Promise<void> }> {
  const said: Result[] = [];
  const done = sendOutbox(USER, (delivery) => said.push(delivery));
  return { said, done };
}

test("a draft that gets no answer does not stop newer ones from being sent", async () => {
  await waiting("2026-11-18", "Schwer");
  await waiting("2026-11-19", "Leicht");
  const { said, done } = await deliver();
  (await request()).answer(500, { code: "internal", message: "Fehler." });
  const { body, answer } = await request(2);
  expect(body.get("text")).toBe("Leicht");
  answer(201, entry({ text: "Leicht" }));
  await done;
  expect(said.map(({ kind }) => kind)).toEqual(["later", "sent"]);
  expect(await drafts()).toEqual([["Schwer", undefined]]);
});

test("without a connection the newer ones are not sent", async () => {
  await waiting("2026-11-18", "Erst");
  await waiting("2026-11-19", "Dann");
  const { said, done } = await deliver();
  (await request()).lose();
  await done;
  expect([said.length, sent.length]).toEqual([1, 1]);
});

const vain: [string, (it: Sent) => void][] = [
  ["a proxy does not wait for", (it) => it.answer(504, "<html>Gateway Timeout</html>")],
  [
    "breaks on its way",
    (it) => {
      it.progress(30, 100);
      it.lose();
    },
  ],
];

test.each(vain)(
  "an upload that %s is sent three times, counted over all pages, and then needs a decision",
  async (_, trouble) => {
    await waiting(DATE, "Mit Foto", [file("a.jpg", { bytes: 1 })]);
    const kinds: string[] = [];
    for (const round of [1, 2, 3]) {
      const { said, done } = await deliver();
      trouble(await request(round));
      await done;
      kinds.push(...said.map(({ kind }) => kind));
    }
    expect(kinds).toEqual(["later", "later", "needs_decision"]);
    await (await deliver()).done;
    expect(sent).toHaveLength(3);
    const [draft] = await readDrafts(USER);
    expect([draft?.text, draft?.files.length, draft?.pendingSave?.needsDecision]).toEqual(["Mit Foto", 1, true]);
  },
);

test("an open form sends an upload three times, then waits for the button, also after a reload", async () => {
  const editor = await openEditor();
  editor.addFiles(file("a.jpg"));
  editor.type("Mit Foto");
  editor.save();
  for (const round of [1, 2, 3]) {
    (await request(round)).answer(504, "<html>Gateway Timeout</html>");
    await eventually(() => expect(editor.line()).toBe(round < 3 ? t.save_line.unclear : t.save_line.stuck));
    online();
  }
  expect(sent).toHaveLength(3);
  await eventually(async () => expect(await drafts()).toEqual([["Mit Foto", true]]));
  editor.close();
  const next = await openEditor();
  await eventually(() => expect(next.line()).toBe(t.save_line.stuck));
  online();
  expect(sent).toHaveLength(3);
  next.save();
  (await request(4)).answer(504, "<html>Gateway Timeout</html>");
  await eventually(() => expect(next.line()).toBe(t.save_line.stuck));
  next.save();
  (await request(5)).answer(201, entry({ text: "Mit Foto" }));
  await eventually(() => expect(go).toHaveBeenCalledWith("/dashboard"));
});
