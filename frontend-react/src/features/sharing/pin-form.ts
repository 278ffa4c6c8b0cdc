/** Milliseconds that an answer may take. */
const LIMIT = 60_000;

// The form of a secret link's PIN works by itself. Sent from here, what follows takes the page's place, so that the way back leads past
// every try to where one came from.
export function sendInPlace(form: HTMLFormElement, show = (page: string) => location.replace(page)): void {
  const message = form.querySelector<HTMLElement>("[data-unanswered]");
  let isUnderWay = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isUnderWay) return;
    isUnderWay = true;
    if (message) message.hidden = true;
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) body.append(name, String(value));
    const signal = AbortSignal.timeout(LIMIT);
    // Followed by the page that comes instead of this one: what the answer has to say is told once.
    const wanted = { method: "POST", body, headers: { accept: "text/html" }, redirect: "manual", signal } as const;
    const answer = await fetch(form.action, wanted).catch(() => undefined);
    // Under way until that page is there: pressed once more, it would be another try.
    if (answer?.type === "opaqueredirect") return show(form.action);
    isUnderWay = false;
    // Refused before anybody looked at the PIN: the page with the reason is the browser's to show.
    if (answer && answer.status >= 400 && answer.status < 500) form.submit();
    // Whether it was counted nobody knows, so it is never sent again by itself.
    else if (message) tell(form, message);
  });
}

function tell(form: HTMLFormElement, message: HTMLElement): void {
  message.textContent = message.dataset.unanswered ?? "";
  message.hidden = false;
  form.querySelector("[name=pin]")?.setAttribute("aria-describedby", message.id);
}
