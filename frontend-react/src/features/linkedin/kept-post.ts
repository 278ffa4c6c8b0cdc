// The last post of an entry, with its changes, stored for the tab: a reload loses none of it. Signing out removes it.
import { parse } from "../../shared/i18n";
import { tabStorage } from "../../shared/storage";
import type { Post } from "./calls";

const key = (date: string) => `linkedin ${document.documentElement.dataset.userId} ${date}`;

export function readPost(date: string): Post | undefined {
  return parse<Post | undefined>(tabStorage.read(key(date)), undefined);
}

export function keepPost(date: string, post: Post): void {
  tabStorage.write(key(date), JSON.stringify(post));
}
