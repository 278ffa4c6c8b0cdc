// Times and days as the editor says them.

/** '22:14' */
export function clock(at: Date): string {
  return at.toLocaleTimeString("de-DE", { hour: "2-digit", minute: "2-digit" });
}

/** '22:14' for today, otherwise with the day. */
export function moment(milliseconds: number): string {
  const at = new Date(milliseconds);
  return at.toDateString() === new Date().toDateString() ? clock(at) : dayAndTime(milliseconds);
}

/** Dates are German in every language (spec 9), but with words only on a German page: other voices cannot read them. */
function words(): Intl.DateTimeFormatOptions {
  const { lang } = document.documentElement;
  return lang && lang !== "de" ? { day: "2-digit", month: "2-digit" } : { day: "numeric", month: "long" };
}

/** '19. November, 22:14' */
export function dayAndTime(milliseconds: number): string {
  const at = new Date(milliseconds);
  return `${at.toLocaleDateString("de-DE", words())}, ${clock(at)}`;
}

/** '19. November 2026' for a day as the server writes it. */
export function dayName(date: string): string {
  const at = new Date(`${date}T12:00:00`);
  if (Number.isNaN(at.getTime())) return date;
  return at.toLocaleDateString("de-DE", { ...words(), year: "numeric" });
}
