/** What another person left unsaved in this browser is deleted on the first page of who is signed in now. */
export async function removeForeignDrafts(): Promise<void> {
  const { userId } = document.documentElement.dataset;
  if (!userId || sessionStorage.getItem("drafts") === userId) return;
  const databases = await indexedDB.databases();
  if (databases.some(({ name }) => name === "tagesecho")) {
    const { deleteForeignDrafts } = await import("../editor/drafts");
    await deleteForeignDrafts(userId);
  }
  sessionStorage.setItem("drafts", userId);
}
