import { useEffect } from "react";
import { flushSync } from "react-dom";
import { t } from "../../../shared/i18n";
import { useEditor, useEntry } from "../state/context";
import type { Places } from "../state/places";
import { ServerElement } from "./ServerElement";

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

  useEffect(() => {
    const press = (event: MouseEvent) => {
      // The tools stand above the bar if the text is large.
      link.closest<HTMLElement>(":popover-open")?.hidePopover();
      // The row must be in sight before something in it can have the focus.
      flushSync(() => store.dispatch({ type: "open_row", row: hash }));
      const act = tools.get(hash);
      // The link leads to its row until the section is there.
      if (act && act() !== false) event.preventDefault();
    };
    link.addEventListener("click", press);
    return () => link.removeEventListener("click", press);
  }, [link, hash, store, tools]);

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
