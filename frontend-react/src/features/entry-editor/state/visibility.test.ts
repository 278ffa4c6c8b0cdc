import { expect, test } from "vitest";
import type { LinkState, Visibility } from "../../../shared/domain";
import { savedFor } from "./visibility";

const NOW = Date.parse("2026-11-27T12:00:00Z");
const link = (expiresAt: string | null): LinkState => ({
  expiresAt,
  hasPin: false,
  pinFailures: 0,
  opened: 0,
  lastOpenedAt: null,
});

test.each<[Visibility, string | null | undefined, string]>([
  ["private", undefined, "private"],
  ["private", null, "private_link"],
  ["private", "2026-11-27T12:00:01Z", "private_link"],
  ["private", "2026-11-27T12:00:00Z", "private"],
  ["friends", null, "friends_link"],
  ["public", null, "public"],
])("%s with a link until %s is saved for %s", (visibility, until, readers) => {
  const shareLink = until === undefined ? null : link(until);
  expect(savedFor({ visibility, shareLink }, NOW)).toBe(`editor.toast.readers.${readers}`);
});
