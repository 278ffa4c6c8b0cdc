import { on, type Toast, takeToast } from "../../shared/events";
import { parse, type Texts } from "../../shared/i18n";
import { whenIdle } from "../../shared/idle";
import { showOnButton } from "./button-feedback";
import { plainToast } from "./plain-toast";

type Show = (toast: Toast, pressed?: Element) => void;

/** React is loaded with the first toast. A toast carried over from the previous page waits until the browser is idle. */
export function listenForToasts(): void {
  let show: Promise<Show> | undefined;
  // The last clicked element. In Safari a click does not focus a button.
  let pressed: Element | undefined;
  document.addEventListener("click", ({ target }) => (pressed = target as Element), { capture: true });
  on("app:toast", async (toast) => {
    if (showOnButton(toast, pressed)) return;
    show ??= load();
    try {
      (await show)(toast, pressed);
    } catch (error) {
      show = undefined;
      console.error(error);
      plainToast(toast);
    }
  });
  const left = takeToast();
  if (left) whenIdle(() => window.dispatchEvent(new CustomEvent("app:toast", { detail: left })));
}

async function load(): Promise<Show> {
  const { openToaster } = await import(".");
  return openToaster(parse<Texts>(document.body.dataset.toastTexts, {}));
}
