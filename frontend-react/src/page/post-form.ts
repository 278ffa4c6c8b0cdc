/** Sends forms marked `data-on-change` at each change. The server's answer is the page, whose form takes the old one's place. */
export function sendChanges(): void {
  let sending = Promise.resolve();
  document.addEventListener("change", ({ target }) => {
    const form = (target as Element).closest<HTMLFormElement>("form[data-on-change]");
    if (form) sending = sending.then(() => send(form));
  });
}

const body = (form: HTMLFormElement) => new URLSearchParams(new FormData(form) as unknown as Record<string, string>);

async function send(form: HTMLFormElement): Promise<void> {
  // An earlier answer has replaced it.
  const current = document.getElementById(form.id) as HTMLFormElement | null;
  if (!current) return;
  const sent = body(current);
  try {
    const answer = await fetch(current.action, { method: "POST", body: sent, signal: AbortSignal.timeout(60_000) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = page.getElementById(current.id);
    // Signed out elsewhere, or no page at all: the browser shows what the server says.
    if (!next) return location.reload();
    if (`${body(current)}` === `${sent}`) replace(current, next);
  } catch {
    current.reset();
    const status = current.querySelector("[role=status]");
    if (status) Object.assign(status, { className: "alert", role: "alert", textContent: current.dataset.offline });
  }
}

/** The field that has the focus keeps it. */
function replace(form: HTMLElement, next: HTMLElement): void {
  const fields = (of: HTMLElement) => [...of.querySelectorAll<HTMLElement>("input, select, textarea, button")];
  const focused = fields(form).indexOf(document.activeElement as HTMLElement);
  form.replaceWith(next);
  fields(next)[focused]?.focus({ preventScroll: true });
}
