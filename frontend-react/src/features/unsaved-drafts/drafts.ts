/**
 * What another person left unsaved in this browser is deleted on the first page of who is signed in now. All tabs share the
 * mark: one in which the same person was before does not know who was signed in elsewhere meanwhile.
 */
export async function removeForeignDrafts(): Promise<void> {
  const { userId } = document.documentElement.dataset;
  if (!userId || localStorage.getItem("drafts") === userId) return;
  if (await draftDatabase()) {
    const { deleteForeignDrafts } = await import("../entry-editor/draft/drafts");
    await deleteForeignDrafts(userId);
  }
  localStorage.setItem("drafts", userId);
}

/** Whether this browser keeps drafts at all; opening the database would make it. */
export async function draftDatabase(): Promise<boolean> {
  const databases = await indexedDB.databases();
  return databases.some(({ name }) => name === "tagesecho");
}
