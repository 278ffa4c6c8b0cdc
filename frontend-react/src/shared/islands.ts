/** Calls `work` when the Leptos islands listen (`wasm-boot.ts`), or have failed to start. */
export function onceStarted(work: () => void): void {
  const { islands } = document.documentElement.dataset;
  if (islands === "ready" || islands === "failed") work();
  else window.addEventListener("app:islands", work, { once: true });
}
