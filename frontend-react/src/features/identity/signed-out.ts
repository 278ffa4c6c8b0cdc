import { go } from "../../shared/navigate";

let channel: BroadcastChannel | undefined;

/** One for both directions: a channel does not hear itself. None in a browser that has no channels. */
function open(): BroadcastChannel | undefined {
  if (!channel && "BroadcastChannel" in window) channel = new BroadcastChannel("signed-out");
  return channel;
}

/** A sign-out in one tab counts in all of them: no page with private words stays open. */
export function followSignOut(): void {
  if (!document.documentElement.dataset.userId) return;
  const heard = open();
  if (!heard) return;
  heard.onmessage = () => {
    try {
      sessionStorage.clear();
    } catch {
      // There is no storage to clear.
    }
    go("/");
  };
}

export function tellOtherTabs(): void {
  open()?.postMessage("");
}
