/** Spec 9. */
const WIDTH = 500;
const HEIGHT = 600;

/** Opens a popup in the middle of this window; null if the browser blocks it. A second press uses the same window. */
export function openPopup(address: string): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - WIDTH) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - HEIGHT) / 2);
  const popup = window.open(address, "google", `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`);
  popup?.focus();
  return popup;
}
