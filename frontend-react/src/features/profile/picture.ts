// Shows the chosen profile picture before it is saved.
import { element } from "../../shared/ui/elements";

/** `[data-picture]` holds the avatar, the file input, the box that removes, and a line for notes. */
export function showPicture(field: HTMLElement): void {
  const avatar = field.querySelector<HTMLElement>(".avatar");
  const input = field.querySelector<HTMLInputElement>('input[type="file"]');
  const removes = field.querySelector<HTMLInputElement>("[data-picture-remove]");
  const note = field.querySelector<HTMLElement>("[data-picture-note]");
  if (!avatar || !input) return;
  let before = avatar.querySelector("img");
  let chosen: string | undefined;

  const say = (text = "") => {
    if (note) note.textContent = text;
  };
  const show = (image: HTMLImageElement | null) => {
    avatar.querySelector("img")?.remove();
    if (image) avatar.append(image);
  };
  const forget = () => {
    if (chosen) URL.revokeObjectURL(chosen);
    chosen = undefined;
    input.value = "";
  };
  const refuse = (text = "") => {
    forget();
    show(removes?.checked ? null : before);
    say(text);
  };

  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (!file) return refuse();
    if (file.size > Number(field.dataset.most)) return refuse(field.dataset.large);
    if (chosen) URL.revokeObjectURL(chosen);
    chosen = URL.createObjectURL(file);
    const image = element("img");
    image.alt = "";
    image.src = chosen;
    image.addEventListener("error", () => refuse(field.dataset.unreadable));
    if (removes) removes.checked = false;
    show(image);
    say(field.dataset.new);
  });
  removes?.addEventListener("change", () => {
    forget();
    show(removes.checked ? null : before);
    say(removes.checked ? field.dataset.gone : "");
  });
  // A broken picture cannot be restored.
  before?.addEventListener("error", () => {
    before = null;
  });
}
