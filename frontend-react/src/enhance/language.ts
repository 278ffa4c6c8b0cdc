import { readCookie, writeCookie } from "../shared/cookie";
import type { Language } from "../shared/domain";
import { reload } from "../shared/navigate";
import { deviceStorage } from "../shared/storage";

const LANGUAGES: readonly string[] = ["de", "en", "fr", "es"] satisfies Language[];

/** The stored language wins over the cookie that the server reads (spec 1). True: the page is being loaded again in it. */
export function keepLanguage(): boolean {
  const stored = deviceStorage.read("language");
  if (!stored || !LANGUAGES.includes(stored) || readCookie("language") === stored) return false;
  writeCookie("language", stored);
  // A browser that takes no cookies would reload for ever.
  if (readCookie("language") !== stored || document.documentElement.lang === stored) return false;
  reload();
  return true;
}
