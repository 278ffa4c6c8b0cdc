// The lightbox: the page's pictures one at a time, as large as the window. The shown one is in the history: Back closes
// it, and a reload keeps it open.
import { element } from "../../shared/ui/elements";

/** Milliseconds without scrolling after which a swipe has come to rest. */
const REST = 120;
/** Pixels by which a key moves a description that is longer than its room. */
const LINES = 60;

/** Fills `dialog` with the pictures that the page's `a[data-photo]` lead to, under the addresses the page has for them. */
export function hearPhotos(dialog: HTMLDialogElement): void {
  const links = photoLinks();
  const strip = dialog.querySelector<HTMLElement>("[data-strip]");
  if (!strip || links.length === 0) return;
  const last = links.length - 1;
  const show = showIn(dialog, links);
  let at = 0;
  /** The step back that a closed picture takes has not come yet: the picture pressed meanwhile, if there is one. */
  let returning: { to?: number } | undefined;
  let resting: ReturnType<typeof setTimeout> | undefined;

  const turnTo = (to: number, behavior?: ScrollBehavior) => {
    at = Math.min(Math.max(to, 0), last);
    remember(at);
    show(at);
    strip.scrollTo({ left: at * strip.clientWidth, behavior });
  };
  const follow = () => {
    const to = remembered();
    if (to === undefined || to > last) {
      // A picture that is not there any more; closing takes no step back for it.
      remember(undefined);
      return dialog.close();
    }
    if (!strip.hasChildNodes()) strip.append(...links.map(slide));
    if (!dialog.open) {
      dialog.showModal();
      strip.focus();
    }
    turnTo(to, "instant");
  };
  const open = (to: number) => {
    history.pushState({ ...history.state, photo: to }, "");
    follow();
  };

  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-photo]");
    const to = links.findIndex((one) => one.href === link?.href);
    if (to < 0 || isForBrowser(event)) return;
    event.preventDefault();
    // The pending step back would undo a step that is pushed before it.
    if (returning) returning.to = to;
    else open(to);
  });
  dialog.addEventListener("click", ({ target }) => {
    const button = (target as Element).closest<HTMLElement>("[data-step], [data-close]");
    if (button?.dataset.step) turnTo(at + Number(button.dataset.step));
    else if (button || (target as Element).matches("[data-strip], [data-strip] > *")) dialog.close();
  });
  dialog.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    const by = { ArrowUp: -LINES, ArrowDown: LINES }[event.key];
    if ((to ?? by) === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (to !== undefined) turnTo(to);
    else dialog.querySelector(".lightbox-slide:not([inert]) figcaption")?.scrollBy({ top: by });
  });
  strip.addEventListener("scroll", () => {
    clearTimeout(resting);
    resting = setTimeout(() => {
      const seen = Math.round(strip.scrollLeft / (strip.clientWidth || 1));
      if (!dialog.open || seen === at) return;
      at = seen;
      remember(at);
      show(at);
    }, REST);
  });
  // A turned phone: the same picture, not the same distance.
  window.addEventListener("resize", () => dialog.open && turnTo(at, "instant"));
  // The history follows each way of closing: Escape, the cross, or Back on a phone.
  dialog.addEventListener("close", () => {
    if (dialog.open || remembered() === undefined) return;
    returning = {};
    history.back();
  });
  window.addEventListener("popstate", () => {
    const pressed = returning?.to;
    returning = undefined;
    if (pressed === undefined) follow();
    else open(pressed);
  });
  if (remembered() !== undefined) follow();
  dialog.dataset.ready = "";
}

/** One link for each picture: those of the gallery in their order, else the day's own. */
function photoLinks(): HTMLAnchorElement[] {
  const at = (places: string) => document.querySelectorAll<HTMLAnchorElement>(places);
  const found = [...at(".gallery a[data-photo]"), ...at("a[data-photo]")];
  return found.filter((link, n) => found.findIndex(({ href }) => href === link.href) === n);
}

/** The picture with its description. */
function slide(link: HTMLAnchorElement): HTMLElement {
  const figure = element("figure", { className: "lightbox-slide" });
  const photo = link.querySelector(".photo")?.cloneNode(true);
  if (photo instanceof HTMLElement) figure.append(large(photo));
  // The picture says the same to those who do not see it; where it is long, keys move it without the focus.
  const words = element("figcaption", { text: link.dataset.photo ?? "" });
  words.ariaHidden = "true";
  words.tabIndex = -1;
  if (words.textContent) figure.append(words);
  return figure;
}

/** The page's picture, in the rendition for a whole window. */
function large(photo: HTMLElement): HTMLElement {
  photo.className = "photo lightbox-photo";
  delete photo.dataset.transition;
  const image = photo.querySelector<HTMLImageElement>(".photo-image");
  if (image) {
    for (const name of ["srcset", "sizes", "fetchpriority"]) image.removeAttribute(name);
    image.loading = "lazy";
    for (const edge of ["width", "height"]) photo.style.setProperty(`--${edge}`, image.getAttribute(edge));
  }
  return photo;
}

/** Says which picture it is, and lets only that one be reached. */
function showIn(dialog: HTMLDialogElement, links: HTMLAnchorElement[]): (at: number) => void {
  const part = <T extends HTMLElement>(name: string) => dialog.querySelector<T>(name);
  const steps = part("[data-steps]");
  if (steps) steps.hidden = links.length === 1;
  return (at) => {
    const place = part("[data-place]");
    const words = (place?.dataset.place ?? "").replace("{n}", `${at + 1}`).replace("{total}", `${links.length}`);
    if (place) place.textContent = words;
    const status = part("[role=status]");
    const said = links[at]?.querySelector<HTMLImageElement>(".photo-image")?.alt;
    if (status) status.textContent = [said, links.length > 1 && words].filter(Boolean).join(", ");
    for (const step of dialog.querySelectorAll<HTMLElement>("[data-step]")) {
      step.ariaDisabled = String(!links[at + Number(step.dataset.step)]);
    }
    const full = part<HTMLAnchorElement>("[data-full]");
    if (full) full.href = links[at]?.href ?? "";
    for (const [n, figure] of dialog.querySelectorAll(".lightbox-slide").entries()) {
      // The focus must not get lost in an unreachable picture.
      if (n !== at && figure.contains(document.activeElement)) part("[data-strip]")?.focus({ preventScroll: true });
      figure.toggleAttribute("inert", n !== at);
    }
  };
}

/** A click that opens a tab or saves a file is the browser's. */
function isForBrowser(event: MouseEvent): boolean {
  return event.defaultPrevented || event.button > 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
}

function remembered(): number | undefined {
  return (history.state as { photo?: number } | null)?.photo;
}

function remember(at: number | undefined): void {
  if (remembered() !== at) history.replaceState({ ...history.state, photo: at }, "");
}
