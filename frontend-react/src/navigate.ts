// Leaving the page, in one place, so that tests can watch it.

export function go(url: string): void {
  location.assign(url);
}

export function reload(): void {
  location.reload();
}
