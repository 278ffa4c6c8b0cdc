// Development only: the server never answers this request, so its end is the server's end.
export async function reloadWithServer(): Promise<void> {
  const ended = await fetch("/dev/wait").then(
    () => false,
    () => true,
  );
  if (!ended) return;
  while (!(await fetch("/livez").catch(() => null))?.ok) await new Promise((resolve) => setTimeout(resolve, 200));
  location.reload();
}
