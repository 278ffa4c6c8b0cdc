import { expect, test } from "vitest";
import { leftDraft, USER } from "../test/editor";
import { contentOf, EMPTY } from "./content";
import { open } from "./database";
import { keyOf, readDrafts, writeDraft } from "./drafts";
import { withAttempt } from "./pending-save";
import { chunkInfo, deleteChunks, writeChunk } from "./sound";

test("a draft keeps its field names in IndexedDB, and is read back as it was", async () => {
  const base = contentOf({ ...EMPTY, text: "Anfang" });
  await leftDraft({ entryId: "entry-1", version: 2, text: "Von hier" });
  const [left = expect.fail("there is no draft")] = await readDrafts(USER);
  const pendingSave = { ...withAttempt(left, undefined, left), needsDecision: true, unfinishedUploads: 3 } as const;
  await writeDraft({ ...left, base, pendingSave }, true);
  const key = keyOf({ userId: USER, date: left.date, entryId: "entry-1" });
  expect(await (await open()).get("drafts", key)).toMatchObject({
    key,
    began: { text: "Anfang" },
    outgoing: {
      tried: [{ text: "Von hier", attempt: pendingSave.attempts[0]?.idempotencyKey }],
      asks: true,
      unfinished: 3,
    },
  });
  expect(await readDrafts(USER)).toMatchObject([{ text: "Von hier", base, pendingSave }]);
});

test("a chunk keeps the name of its recording's id in IndexedDB", async () => {
  const info = chunkInfo("1-a", { userId: USER, date: "2026-11-20", entryId: null });
  await writeChunk({ ...info, at: 0, contentType: "audio/webm", milliseconds: 1000, data: new Blob(["a"]) });
  expect(await (await open()).get("chunks", ["1-a", 0])).toMatchObject({ take: "1-a", at: 0 });
  await deleteChunks("1-a");
});
