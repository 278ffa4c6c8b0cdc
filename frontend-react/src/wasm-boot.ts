// Starts the Leptos islands after first paint. The script tag names the glue code and the module.
import { whenIdle } from "./shared/idle";

type Island = (element: HTMLElement) => Promise<void> | undefined;
type Module = { default(from: { module_or_path: string }): Promise<unknown>; hydrate(): void } & Record<string, Island>;

async function boot(): Promise<void> {
  const script = document.querySelector<HTMLScriptElement>("script[data-wasm]");
  const { js, wasm } = script?.dataset ?? {};
  if (!js || !wasm) return;
  // Leptos' module reads what its own renderer would write. Islands have their data as props.
  Object.assign(globalThis, {
    __RESOLVED_RESOURCES: [],
    __PENDING_RESOURCES: [],
    __SERIALIZED_ERRORS: [],
    __INCOMPLETE_CHUNKS: [],
  });
  const module = (await import(/* @vite-ignore */ js)) as Module;
  await module.default({ module_or_path: wasm });
  module.hydrate();
  // No island stands inside another one, so their order is all that Leptos' own script would add (`app/tests/pages/frame.rs`).
  for (const island of document.querySelectorAll<HTMLElement>("leptos-island")) {
    await module[island.dataset.component ?? ""]?.(island);
  }
  // The islands listen from the next turn on.
  setTimeout(() => {
    tell("ready");
    const field = document.querySelector<HTMLInputElement>("[data-search-field]");
    // Typed before: the search has not heard it.
    if (field && field.value !== field.defaultValue) field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

function tell(state: "ready" | "failed"): void {
  document.documentElement.dataset.islands = state;
}

whenIdle(() =>
  boot().catch((error) => {
    console.error(error);
    tell("failed");
  }),
);
