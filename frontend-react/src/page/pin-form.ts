// The form of a secret link's PIN works by itself. Sent from here, what follows takes the page's place, so that the way back leads past
// every try to where one came from.
export function sendInPlace(form: HTMLFormElement, show = (page: string) => location.replace(page)): void {
  let isUnderWay = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isUnderWay) return;
    isUnderWay = true;
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) body.append(name, String(value));
    // Followed by the page that comes instead of this one: what the answer has to say is told once.
    const wanted = { method: "POST", body, headers: { accept: "text/html" }, redirect: "manual" } as const;
    const answer = await fetch(form.action, wanted).catch(() => undefined);
    isUnderWay = false;
    if (answer?.type === "opaqueredirect") show(form.action);
    else form.submit();
  });
}
