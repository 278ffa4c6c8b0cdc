// What another app shared to this one and the service worker kept (`sw.ts`) goes into the form of today.

const SHARED = "shared";

export async function takeShared(form: HTMLElement): Promise<void> {
  const [request] = (await caches.has(SHARED)) ? await (await caches.open(SHARED)).keys() : [];
  const kept = request && (await caches.match(request, { cacheName: SHARED }));
  if (!kept) return;
  const shared = await kept.formData();
  await ready(form);
  addWords(
    form,
    ["title", "text", "url"].map((name) => String(shared.get(name) ?? "").trim()),
  );
  const photos = shared.getAll("photos").filter((photo) => photo instanceof File && photo.size > 0) as File[];
  if (photos.length > 0) await addPhotos(form, photos);
  await caches.delete(SHARED);
}

function addWords(form: HTMLElement, words: string[]): void {
  const text = form.querySelector<HTMLTextAreaElement>("textarea[name=text]");
  // Some apps send the address in the text, too.
  const added = words.filter((word, at) => word !== "" && !words.some((other, n) => n < at && other.includes(word)));
  if (!text || added.length === 0) return;
  text.value = [text.value.trimEnd(), ...added].filter((part) => part !== "").join("\n\n");
  text.dispatchEvent(new Event("input", { bubbles: true }));
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

/** Settles once the element answers to what is put into it. */
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
