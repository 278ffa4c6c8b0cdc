// The tools of the editor's bar: each opens its row and acts at once. The camera asks for photos, the microphone records.
import type { Editor } from "./session";

/** The button that a tool presses, or the field that it leads to. If that is not there (yet), the tool's link leads to its row. */
const ACTIONS: Record<string, string> = {
  "#photos": "#photos [data-root] .dropzone-add > button:not([hidden])",
  "#voice": "#voice [data-root] .recorder-main",
  "#mood": "#mood [data-root] .mood-range",
  "#emojis": "#emojis [data-root] .emoji-field",
};

export function watchBar({ element, texts, store }: Editor, signal: AbortSignal): void {
  element.addEventListener(
    "click",
    (event) => {
      const tool = (event.target as Element).closest<HTMLAnchorElement>("a[data-tool]");
      if (!tool) return;
      element.querySelector(tool.hash)?.setAttribute("data-open", "");
      const action = element.querySelector<HTMLElement>(ACTIONS[tool.hash] ?? "none");
      if (!action) return;
      event.preventDefault();
      if (action instanceof HTMLInputElement) action.focus();
      else action.click();
    },
    { signal },
  );
  const voice = element.querySelector<HTMLAnchorElement>('a[data-tool][href="#voice"]');
  const label = voice?.querySelector("[data-tool-label]");
  if (!voice || !label) return;
  const name = label.textContent;
  let shown: string | undefined;
  const show = () => {
    const time = store.getState().recordingTime;
    if (time === shown) return;
    shown = time;
    voice.toggleAttribute("data-recording", time !== undefined);
    if (time === undefined) delete voice.dataset.time;
    else voice.dataset.time = time;
    const words = time === undefined ? name : (texts["editor.recorder.stop"] ?? name);
    if (label.textContent !== words) label.textContent = words;
    voice.title = words ?? "";
  };
  signal.addEventListener("abort", store.subscribe(show));
}
