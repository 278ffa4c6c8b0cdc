// Leaving the page, in one place, so that tests can watch it.

export function go(url: string): void {
  location.assign(url);
}

/** Opens the address without an entry in the history. */
export function replace(url: string): void {
  location.replace(url);
}

export function reload(): void {
  location.reload();
}
