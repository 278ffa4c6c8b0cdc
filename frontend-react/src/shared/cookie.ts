const YEAR = 365 * 24 * 60 * 60;

export function readCookie(name: string): string | undefined {
  const pair = document.cookie.split("; ").find((part) => part.startsWith(`${name}=`));
  return pair && decodeURIComponent(pair.slice(name.length + 1));
}

/** Writes a cookie for this site only, by default for a year and the whole site. */
export function writeCookie(name: string, value: string, { path = "/", seconds = YEAR } = {}): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser.
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=${path}; Max-Age=${seconds}; SameSite=Lax${secure}`;
}
