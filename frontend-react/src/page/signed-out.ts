import { go } from "../navigate";

const CHANNEL = "signed-out";

/** Who signs out in one tab is signed out in all of them: no page with private words stays open. */
export function followSignOut(): void {
  if (!document.documentElement.dataset.userId) return;
  new BroadcastChannel(CHANNEL).onmessage = () => go("/");
}

export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage("");
  channel.close();
}
