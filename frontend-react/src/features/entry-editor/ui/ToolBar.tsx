import { flushSync } from "react-dom";
import { t } from "../../../shared/i18n";
import { useEditor, useEntry } from "../state/context";
import type { Places } from "../state/places";
import { ServerElement } from "./ServerElement";
import { useListener } from "./useListener";

type ToolPlace = Places["tools"][number];

/** The tools of the bar: each opens its row and acts at once. The camera asks for photos, the microphone records. */
export function ToolBar({ tools }: { tools: ToolPlace[] }) {
  return tools.map((tool) => <Tool key={tool.link.hash} tool={tool} />);
}

function Tool({ tool: { link, row } }: { tool: ToolPlace }) {
  const { texts, store, tools } = useEditor();
  const { hash } = link;
  const isOpen = useEntry((state) => state.openRows.includes(hash));
  const time = useEntry((state) => (hash === "#voice" ? state.recordingTime : undefined));
  const words = time === undefined ? undefined : t(texts, "editor.recorder.stop");
  const isRecording = time === undefined ? undefined : "";

  useListener(link, "click", (event) => {
    // With large text the tools stand above the bar.
    link.closest<HTMLElement>(":popover-open")?.hidePopover();
    // The row must be in sight before something in it can have the focus.
    flushSync(() => store.dispatch({ type: "open_row", row: hash }));
    const act = tools.get(hash);
    // Until the section is there, the link leads to its row.
    if (act && act() !== false) event.preventDefault();
  });

  return (
    <>
      {isOpen && <ServerElement place={row} attributes={{ "data-open": "" }} />}
      <ServerElement
        place={link}
        attributes={{ "aria-label": words, "data-recording": isRecording, "data-time": time }}
      />
    </>
  );
}
