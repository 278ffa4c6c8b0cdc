import { expect, test } from "vitest";
import type { SaveTarget } from "../draft/autosave";
import { newSave } from "../save/save";
import { contentOf, EMPTY } from "./content";
import { draftSaid, initialStatus, said } from "./status";

const place = { userId: "user-1", date: "2026-11-20", entryId: null, version: null, ticket: "" };
const target: SaveTarget = { ...place, saved: contentOf(EMPTY) };
const start = initialStatus("Noch nichts geschrieben");
const written = (status = start, isWaiting = false, of = target) => draftSaid(status, "local", of, isWaiting, "22:14");

test("a stored draft is said, and a failed save stays on the line until something is changed", () => {
  expect(written().line).toBe("local");
  const failed = said(start, "failed", "22:14");
  expect(written(failed).line).toBe("failed");
  expect(written({ ...failed, isFailed: false }).line).toBe("local");
});

test("a content that equals the saved entry says when that was saved", () => {
  const saved = said(start, "saved", "22:14");
  expect(draftSaid(saved, "nothing", target, false, "22:15")).toMatchObject({ line: "rest", rest: { time: "22:14" } });
});

test("a save under way is not talked over", () => {
  expect(written({ ...said(start, "saving", "22:14"), isSending: true }).line).toBe("saving");
});

test("a pending save is described as it was, and one that is stuck waits for the person", () => {
  expect(written(said(start, "unclear", "22:14"), true).line).toBe("unclear");
  const pendingSave = { ...newSave(contentOf(EMPTY), target), needsDecision: true as const, unfinishedUploads: 3 };
  expect(written(start, false, { ...target, pendingSave }).line).toBe("stuck");
});

test("a browser that stores nothing says so instead of what relies on the draft", () => {
  const full = draftSaid(start, "full", target, false, "22:14");
  expect(full.line).toBe("full");
  expect([said(full, "queued", "22:15").line, said(full, "saving", "22:15").line]).toEqual(["full", "saving"]);
  expect(written(full)).toMatchObject({ line: "local", storageProblem: undefined });
});
