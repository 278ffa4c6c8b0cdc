import { openDB } from "idb";
import { beforeEach, expect, test, vi } from "vitest";
import { leftDraft } from "../../../test/editor";
import { anyDrafts, deleteForeignDrafts, readDrafts } from "./drafts";
import { newRecordingId, recordingIdOf } from "./recording-id";
import { chunkInfo, deleteChunks, readUnfinished, writeChunk } from "./sound";

const PLACE = { userId: "user-1", date: "2026-11-20", entryId: null };

beforeEach(async () => {
  for (const user of ["user-1", "user-2"])
    for (const { recordingId } of await readUnfinished(user)) await deleteChunks(recordingId);
});

/** Parts in the order in which they reach the database. */
async function record(recordingId: string, userId: string, ...at: number[]) {
  for (const n of at) {
    const part = {
      ...chunkInfo(recordingId, { ...PLACE, userId }),
      contentType: "audio/webm",
      milliseconds: (n + 1) * 1000,
    };
    await writeChunk({ ...part, at: n, data: new Blob([`<${n}>`]) });
  }
}

test("a recording is read from its chunks in order, the newest recording first", async () => {
  await record("1-a", "user-1", 1, 0, 2);
  await record("2-b", "user-1", 0);
  const [second, first] = await readUnfinished("user-1");
  expect(second).toMatchObject({ recordingId: "2-b", milliseconds: 1000 });
  expect(first).toMatchObject({ recordingId: "1-a", key: "user-1:2026-11-20", date: "2026-11-20", milliseconds: 3000 });
  expect(first?.sound.type).toBe("audio/webm");
  expect(await first?.sound.text()).toBe("<0><1><2>");
});

test("chunks after a missing one are left out", async () => {
  await record("1-a", "user-1", 0, 1, 3);
  expect(await (await readUnfinished("user-1"))[0]?.sound.text()).toBe("<0><1>");
});

test("a recording counts as unsaved; deleting it leaves the others", async () => {
  await record("1-a", "user-1", 0, 1);
  await record("1-b", "user-1", 0);
  expect(await anyDrafts()).toBe(true);
  await deleteChunks("1-a");
  expect((await readUnfinished("user-1")).map(({ recordingId }) => recordingId)).toEqual(["1-b"]);
});

test("another person's sign-in removes recordings of others", async () => {
  await record("1-a", "user-1", 0);
  await record("1-b", "user-2", 0);
  await deleteForeignDrafts("user-2");
  expect(await readUnfinished("user-1")).toEqual([]);
  expect(await readUnfinished("user-2")).toHaveLength(1);
});

test("a file is named after its recording", () => {
  const recordingId = newRecordingId();
  expect(recordingIdOf(new File([], `${recordingId}.webm`))).toBe(recordingId);
});

test("a draft that is stored with the recording deletes its chunks, and leaves those of others", async () => {
  await record("1-a", "user-1", 0, 1);
  await record("2-b", "user-1", 0);
  const audioFile = new File(["all of it"], "1-a.webm", { type: "audio/webm" });
  await leftDraft({ audioFile });
  expect((await readUnfinished("user-1")).map(({ recordingId }) => recordingId)).toEqual(["2-b"]);
  expect((await readDrafts("user-1"))[0]?.audioFile?.name).toBe("1-a.webm");
});

test("a database of the first version keeps its drafts and gets a store for recordings", async () => {
  vi.resetModules();
  const { endDatabase } = await import("./database");
  await endDatabase();
  const old = await openDB("tagesecho", 1, {
    upgrade(db) {
      db.createObjectStore("drafts", { keyPath: "key" });
      db.createObjectStore("pictures");
    },
  });
  await old.put("drafts", { key: "k", userId: "user-1", text: "Von früher" });
  old.close();
  vi.resetModules();
  const drafts = await import("./drafts");
  const sound = await import("./sound");
  expect((await drafts.readDrafts("user-1")).map(({ text }) => text)).toEqual(["Von früher"]);
  expect(await sound.readUnfinished("user-1")).toEqual([]);
});
