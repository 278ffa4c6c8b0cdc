// The button of the year's book that prints. Browsers print no photo that was not loaded yet, so it waits for all of them.

function loaded(image: HTMLImageElement): Promise<void> {
  if (image.complete) return Promise.resolve();
  return new Promise((resolve) => {
    // A broken photo keeps nobody from printing.
    for (const end of ["load", "error"]) image.addEventListener(end, () => resolve(), { once: true });
  });
}

/** Loads the photos of the page that are not loaded yet. */
export async function loadPhotos(): Promise<void> {
  const photos = [...document.querySelectorAll<HTMLImageElement>('img[loading="lazy"]')];
  for (const photo of photos) photo.setAttribute("loading", "eager");
  await Promise.all(photos.map(loaded));
}

/** `<print-button>` around a button, which says in `data-busy` that it is loading photos. */
export class PrintButton extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener("click", this.#print);
  }

  disconnectedCallback(): void {
    this.removeEventListener("click", this.#print);
  }

  #print = async () => {
    const button = this.querySelector("button");
    if (!button || button.ariaBusy === "true") return;
    const { textContent: name } = button;
    button.ariaBusy = "true";
    button.textContent = button.dataset.busy ?? name;
    await loadPhotos();
    button.ariaBusy = null;
    button.textContent = name;
    print();
  };
}

customElements.define("print-button", PrintButton);
