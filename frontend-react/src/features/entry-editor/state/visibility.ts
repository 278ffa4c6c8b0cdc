// The readers of an entry. If two states of it meet, the fewer readers count (product 1.9).
import type { Entry, Visibility } from "../../../shared/domain";
import { type Key, type Texts, t } from "../../../shared/i18n";

const FROM_FEW_TO_MANY: Visibility[] = ["private", "friends", "public"];

export function isWider(one: Visibility, other: Visibility): boolean {
  return FROM_FEW_TO_MANY.indexOf(one) > FROM_FEW_TO_MANY.indexOf(other);
}

export function narrower(one: Visibility, other: Visibility): Visibility {
  return isWider(one, other) ? other : one;
}

/** `content` with no more readers than `widest`. */
export function limitedTo<T extends { visibility: Visibility }>(content: T, widest: Visibility): T {
  return { ...content, visibility: narrower(content.visibility, widest) };
}

const SAVED_FOR = {
  private: "editor.toast.readers.private",
  friends: "editor.toast.readers.friends",
  public: "editor.toast.readers.public",
} satisfies Record<Visibility, Key>;

const SAVED_FOR_WITH_LINK = {
  ...SAVED_FOR,
  private: "editor.toast.readers.private_link",
  friends: "editor.toast.readers.friends_link",
} satisfies Record<Visibility, Key>;

/** Says for whom an entry was saved. */
export function savedFor({ visibility, shareLink }: Pick<Entry, "visibility" | "shareLink">, now = Date.now()): Key {
  const isOpen = shareLink && !(shareLink.expiresAt && Date.parse(shareLink.expiresAt) <= now);
  return (isOpen ? SAVED_FOR_WITH_LINK : SAVED_FOR)[visibility];
}

/** 'Sichtbarkeit: Privat', on pages without an editor. */
export const NAMED = {
  private: "toast.readers.private",
  friends: "toast.readers.friends",
  public: "toast.readers.public",
} satisfies Record<Visibility, Key>;

/** 'Sichtbarkeit: Privat' */
export function namedIn(texts: Texts, visibility: Visibility): string {
  return t(texts, "visibility.named", { visibility: t(texts, `visibility.${visibility}`) });
}
