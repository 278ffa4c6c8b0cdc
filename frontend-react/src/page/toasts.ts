import { on, type Toast, takeToast } from "../events";
import { parse, type Texts } from "../i18n";
import { whenIdle } from "../idle";
import { plainToast } from "./plain-toast";
import { tellByButton } from "./told";

type Show = (toast: Toast, pressed?: Element) => void;

/** React comes with the first toast; one that the page before left waits for the browser's idle time. */
export function listenForToasts(): void {
  let show: Promise<Show> | undefined;
  // Not what has the focus: in Safari a press gives a button none.
  let pressed: Element | undefined;
  document.addEventListener("click", ({ target }) => (pressed = target as Element), { capture: true });
  on("app:toast", async (toast) => {
    if (tellByButton(toast, pressed)) return;
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
  const { openToaster } = await import("../islands/toaster");
  return openToaster(parse<Texts>(document.body.dataset.toastTexts, {}));
}
