import { beforeEach, describe, expect, test } from "vitest";
import { leftDraft } from "../../test/editor";
import { de, texts } from "../../test/texts";
import { readDrafts } from "../entry-editor/draft/drafts";
import { chunkInfo, deleteChunks, writeChunk } from "../entry-editor/draft/sound";
import { removeForeignDrafts } from ".";
import { showUnsavedNotice } from "./unsaved-notice";

const page = document.documentElement;

/** The first second of a recording. */
const HEAD = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0x81, 1, 0xa3, 0x81, 7]);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  for (const name of Object.keys(page.dataset)) delete page.dataset[name];
  page.lang = "de";
  document.body.dataset.toastTexts = JSON.stringify(texts);
});

describe("drafts of another person", () => {
  const texts = async (userId: string) => (await readDrafts(userId)).map(({ text }) => text);

  test("go with the first page of who is signed in now", async () => {
    await leftDraft({ userId: "user-2", text: "Von jemand anderem" });
    await leftDraft({ userId: "user-1", text: "Meins" });
    await removeForeignDrafts();
    expect(await texts("user-2")).toEqual(["Von jemand anderem"]);
    page.dataset.userId = "user-1";
    await removeForeignDrafts();
    expect([await texts("user-2"), await texts("user-1")]).toEqual([[], ["Meins"]]);
    // Another tab has a storage that this one does not see.
    const own = { ...sessionStorage };
    sessionStorage.clear();
    localStorage.clear();
    page.dataset.userId = "user-2";
    await removeForeignDrafts();
    await leftDraft({ userId: "user-2", text: "Später" });
    for (const [key, value] of Object.entries(own)) sessionStorage.setItem(key, value);
    page.dataset.userId = "user-1";
    await removeForeignDrafts();
    expect(await texts("user-2")).toEqual([]);
  });

  test("of who is signed in are named on the dashboard, with the way to where they are", async () => {
    page.dataset.userId = "user-1";
    const words = de.dashboard.unsaved;
    document.body.innerHTML = `<aside data-unsaved="${words}" hidden><p></p><a href="/create"></a></aside>`;
    await leftDraft({ text: "Noch offen", userId: "user-1", date: "2026-11-19", visibility: "friends" });
    await showUnsavedNotice();
    expect(document.querySelector("aside")).toBeVisible();
    expect(document.querySelector("p")).toHaveTextContent(
      `${words.replace("{date}", "19. November 2026")} Sichtbarkeit: Freunde`,
    );
    expect(document.querySelector("a")).toHaveAttribute("href", "/create");
  });

  test("of a missed day lead to its page", async () => {
    page.dataset.userId = "user-5";
    document.body.innerHTML = `<aside data-unsaved="x" hidden><p></p><a href="/create"></a></aside>`;
    const yesterday = new Date(Date.now() - 24 * 3_600_000).toLocaleDateString("sv-SE");
    const ticket = `${btoa(`b0a1 ${yesterday} ${Date.now()} missed`).replaceAll("=", "")}.c2ln`;
    await leftDraft({ text: "Noch offen", userId: "user-5", date: yesterday, ticket });
    await showUnsavedNotice();
    expect(document.querySelector("a")).toHaveAttribute("href", `/create?date=${yesterday}`);
  });

  test("of an entry are named on its own page, and on its card; those of others are not", async () => {
    page.dataset.userId = "user-4";
    await leftDraft({ text: "Von gestern", userId: "user-4", date: "2026-11-18" });
    const about = (entry: string, date: string) =>
      `<aside data-unsaved="{date}" data-entry="${entry}" data-date="${date}" data-alone hidden><p></p><a href="/create"></a></aside>`;
    document.body.innerHTML = about("entry-1", "2026-11-19");
    await showUnsavedNotice();
    expect(document.querySelector("aside")).not.toBeVisible();
    expect(page).not.toHaveAttribute("data-unsaved-entry");
    await leftDraft({ text: "Noch offen", userId: "user-4", date: "2026-11-19", entryId: "entry-1", ticket: "" });
    await showUnsavedNotice();
    expect(document.querySelector("a")).toHaveAttribute("href", "/edit/entry-1");
    expect(document.querySelector("aside")).toBeVisible();
    expect(page).toHaveAttribute("data-unsaved-entry");
    document.body.innerHTML = about("entry-2", "2026-11-19");
    await showUnsavedNotice();
    expect(document.querySelector("aside")).not.toBeVisible();
    expect(page).not.toHaveAttribute("data-unsaved-entry");
  });

  test("a recording that its page could not finish counts, also without a word", async () => {
    page.dataset.userId = "user-rec";
    document.body.innerHTML = `<aside data-unsaved="x" data-unsaved-recording="${de.dashboard.unsaved_recording}" hidden><p></p><a href="/edit/1"></a></aside>`;
    const part = chunkInfo("1700000000000-a", { userId: "user-rec", date: "2026-11-19", entryId: null });
    await writeChunk({ ...part, contentType: "audio/webm", at: 0, milliseconds: 1000, data: new Blob([HEAD]) });
    await showUnsavedNotice();
    const words = de.dashboard.unsaved_recording.replace("{date}", "19. November 2026");
    expect(document.querySelector("aside")).toBeVisible();
    expect(document.querySelector("p")).toHaveTextContent(words);
    expect(document.querySelector("a")).toHaveAttribute("href", "/create");
    await deleteChunks(part.recordingId);
  });

  test("of somebody else are not", async () => {
    page.dataset.userId = "user-3";
    document.body.innerHTML = `<aside data-unsaved="x" hidden><p></p><a href="/create"></a></aside>`;
    await leftDraft({ text: "Noch offen", userId: "user-1", date: "2026-11-19" });
    await showUnsavedNotice();
    expect(document.querySelector("aside")).not.toBeVisible();
  });
});
