// The buttons of the editor's bar, which stays visible: the camera adds photos, the microphone records.
import type { Editor } from "./editor";

/** Detail of the recorder's `recorder-state`; `time` is set while it records. */
export type RecorderState = { time: string | undefined };

/** The button that a tool presses. If that is not there (yet), the tool's link leads to its row. */
const TOOL_BUTTONS: Record<string, string> = {
  "#photos": "#photos [data-root] .dropzone-add > button:not([hidden])",
  "#voice": "#voice [data-root] .recorder-main",
};

export function watchBar({ element, texts }: Editor, signal: AbortSignal): void {
  element.addEventListener(
    "click",
    (event) => {
      const tool = (event.target as Element).closest<HTMLAnchorElement>("a[data-tool]");
      const button = tool && element.querySelector<HTMLElement>(TOOL_BUTTONS[tool.hash] ?? "none");
      if (!button) return;
      event.preventDefault();
      button.click();
    },
    { signal },
  );
  const voice = element.querySelector<HTMLAnchorElement>('a[data-tool][href="#voice"]');
  const label = voice?.querySelector("[data-tool-label]");
  if (!voice || !label) return;
  const name = label.textContent;
  const show = ({ detail: { time } }: CustomEvent<RecorderState>) => {
    voice.toggleAttribute("data-recording", time !== undefined);
    if (time === undefined) delete voice.dataset.time;
    else voice.dataset.time = time;
    const words = time === undefined ? name : (texts["editor.recorder.stop"] ?? name);
    if (label.textContent !== words) label.textContent = words;
    voice.title = words ?? "";
  };
  element.addEventListener("recorder-state", show as EventListener, { signal });
}
