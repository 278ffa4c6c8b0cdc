// Links to share: copied to the clipboard, or handed to the system's share sheet where there is one.
import { copyText } from "../../shared/copy";

/**
 * Makes the buttons in `list` work: `[data-copy=LINK]` copies the link. `[data-pass-on=LINK]` opens the share
 * sheet; it is hidden where there is none.
 */
export function hearShareButtons(list: HTMLElement): void {
  const { copied = "", failed = "", words = "" } = list.dataset;
  if (typeof navigator.share === "function") {
    for (const button of list.querySelectorAll<HTMLElement>("[data-pass-on]")) button.hidden = false;
  }
  list.addEventListener("click", async (event) => {
    const button = (event.target as Element).closest<HTMLElement>("[data-copy], [data-pass-on]");
    if (!button) return;
    if (button.dataset.passOn) {
      // Closing the sheet without sharing is not an error.
      await navigator.share({ text: words, url: button.dataset.passOn }).catch(() => {});
      return;
    }
    await copyText(button.dataset.copy ?? "", copied, failed);
  });
}
