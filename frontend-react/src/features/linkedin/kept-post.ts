// The last post of an entry, with its changes, for as long as the tab is open: a reload loses none of it. Signing out removes it.
import type { Post } from "./calls";

const key = (date: string) => `linkedin ${document.documentElement.dataset.userId} ${date}`;

export function readPost(date: string): Post | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(key(date)) ?? "null") as Post | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepPost(date: string, post: Post): void {
  try {
    sessionStorage.setItem(key(date), JSON.stringify(post));
  } catch {
    // Without storage a reload begins anew.
  }
}
