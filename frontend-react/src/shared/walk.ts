export type Module = {
  default(from: { module_or_path: string }): Promise<unknown>;
  hydrate(): void;
} & Record<string, unknown>;

type Children = Element & { $$on_hydrate?: () => void };

/**
 * Hydrates every Leptos island below `element`, depth first. The children of an island hydrate by the newest callback
 * that waits for them (leptos 0.8 `island_script.js`).
 */
export async function walk(
  element: Element,
  module: Record<string, unknown>,
  waiting: ((() => void) | undefined)[] = [],
): Promise<void> {
  const tag = element.localName;
  if (tag === "leptos-island") await hydrate(element as HTMLElement, module, waiting.at(-1));
  if (tag === "leptos-children") waiting.push((element as Children).$$on_hydrate);
  for (const child of element.children) await walk(child, module, waiting);
  if (tag === "leptos-children") waiting.pop();
}

async function hydrate(element: HTMLElement, module: Record<string, unknown>, before?: () => void): Promise<void> {
  const island = module[element.dataset.component ?? ""];
  if (typeof island !== "function") {
    console.warn(`there is no Leptos island ${element.dataset.component}`);
    return;
  }
  before?.();
  await island(element);
}
