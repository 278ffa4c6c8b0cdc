// Offers a share of another app, stored by the service worker (`sw.ts`), in today's editor. Any site can send one, so
// none enters the form by itself.

import type { EntryForm } from "../entry-editor/editor";
import { joinTexts } from "../entry-editor/merge/join-texts";
import type { Editor } from "../entry-editor/state/session";
import { readShare, removeShare } from "./share-owner";

const NOTICE = "shared";

export async function offerShared(form: EntryForm): Promise<void> {
  const { userId } = document.documentElement.dataset;
  const shared = userId && (await readShare(userId));
  if (!userId || !shared) return;
  await ready(form);
  const { editor } = form;
  if (!editor) return;
  const { words, photos } = partsOf(shared);
  const count = photos.length > 0 ? [editor.text("editor.dropzone.said_count", { n: photos.length })] : [];
  const text = [editor.text("editor.shared.text"), shared.has("cut") && editor.text("editor.shared.cut")];
  const actions = [
    { label: editor.text("editor.shared.take"), run: () => void take(form, editor, userId) },
    { label: editor.text("editor.shared.discard"), run: () => void discard(editor) },
  ];
  const notice = { name: NOTICE, text: text.filter(Boolean).join(" "), actions, parts: [...words, ...count] };
  editor.store.dispatch({ type: "notice", notice });
}

/** Some apps send the address in the text, too. */
function partsOf(shared: FormData): { words: string[]; photos: File[] } {
  const words = ["title", "text", "url"].map((name) => String(shared.get(name) ?? "").trim());
  return {
    words: words.filter((word, at) => word !== "" && !words.some((other, n) => n < at && other.includes(word))),
    photos: shared.getAll("photos").filter((photo) => photo instanceof File),
  };
}

/** Reads it again: another tab may have taken it, or its hour is over. It stays until the form's draft is stored. */
async function take(form: HTMLElement, editor: Editor, userId: string): Promise<void> {
  const shared = await readShare(userId);
  editor.removeNotices(NOTICE);
  if (!shared) return;
  const { words, photos } = partsOf(shared);
  const text = joinTexts(editor.read().text, words.join("\n\n"));
  editor.store.dispatch({ type: "edit", fields: { text } });
  if (photos.length > 0) await addPhotos(form, photos);
  await editor.autosave.flush();
  if (editor.safe) await removeShare();
}

async function discard(editor: Editor): Promise<void> {
  editor.removeNotices(NOTICE);
  await removeShare();
}

async function addPhotos(form: HTMLElement, photos: File[]): Promise<void> {
  const island = form.querySelector<HTMLElement>("r-island[name=dropzone]");
  if (!island) return;
  await ready(island);
  const input = island.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) return;
  const chosen = new DataTransfer();
  for (const photo of photos) chosen.items.add(photo);
  input.files = chosen.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Waits until the element reacts to input. */
function ready(element: HTMLElement): Promise<void> {
  return new Promise((isReady) => {
    const look = () => {
      if (element.dataset.ready === undefined) return;
      watch.disconnect();
      isReady();
    };
    const watch = new MutationObserver(look);
    watch.observe(element, { attributeFilter: ["data-ready"] });
    look();
  });
}
