// Starts the Leptos islands after first paint, or when the dialog to sign in again is asked for where it is the only one. The script
// tag names the glue code and the module.
import { whenIdle } from "./shared/idle";
import { type Module, walk } from "./shared/walk";

async function boot(): Promise<void> {
  const script = document.querySelector<HTMLScriptElement>("script[data-wasm]");
  const { js, wasm } = script?.dataset ?? {};
  if (!js || !wasm) return;
  const module = (await import(/* @vite-ignore */ js)) as Module;
  await module.default({ module_or_path: wasm });
  module.hydrate();
  await walk(document.body, module);
  // The islands listen from the next turn on.
  setTimeout(() => tell("ready"));
}

function tell(state: "ready" | "failed"): void {
  document.documentElement.dataset.islands = state;
  window.dispatchEvent(new Event("app:islands"));
}

function start(): void {
  boot().catch((error) => {
    console.error(error);
    tell("failed");
  });
}

const islands = [...document.querySelectorAll("leptos-island")];
const isWanted = document.documentElement.dataset.islands === "wanted";
if (isWanted || islands.some((island) => !island.closest("#sign-in[data-again]"))) whenIdle(start);
else window.addEventListener("app:islands-wanted", start, { once: true });
