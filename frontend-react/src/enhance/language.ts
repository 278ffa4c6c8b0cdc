import { readCookie, writeCookie } from "../shared/cookie";
import type { Language } from "../shared/domain";
import { reload } from "../shared/navigate";
import { deviceStorage } from "../shared/storage";

const LANGUAGES: readonly string[] = ["de", "en", "fr", "es"] satisfies Language[];

const known = (language: string | undefined) => (language && LANGUAGES.includes(language) ? language : undefined);

/**
 * The cookie has the language that was chosen last, also without a script, and the stored one (spec 1) follows it. Where
 * the cookie is gone, the stored language takes its place. True: the page is being loaded again in it.
 */
export function keepLanguage(): boolean {
  const [chosen, stored] = [known(readCookie("language")), known(deviceStorage.read("language"))];
  if (chosen && chosen !== stored) deviceStorage.write("language", chosen);
  if (chosen || !stored) return false;
  writeCookie("language", stored);
  // A browser that takes no cookies would reload for ever.
  if (readCookie("language") !== stored || document.documentElement.lang === stored) return false;
  reload();
  return true;
}
