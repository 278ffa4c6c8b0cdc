// Earlier texts of the entry: fetched when somebody opens the block, put into the field when they choose one.
import { call } from "../auth";
import { EMPTY } from "./content";
import type { Editor } from "./editor";
import { button, element } from "./elements";
import { dayAndTime } from "./save-line";

/** The words of an earlier version. */
type Words = { text: string; summary: string; summarySource: string; topMoment: string; audioTranscript: string };
type Version = Words & { version: number; replacedAt: string };

export function watchVersions(editor: Editor, signal: AbortSignal): void {
  const block = editor.element.querySelector<HTMLDetailsElement>("details[data-versions]");
  if (!block) return;
  const list = element("div", { className: "versions" });
  block.append(list);
  const load = () => {
    if (block.open) void show(editor, block, list);
  };
  block.addEventListener("toggle", load, { signal });
  editor.element.addEventListener("entry-saved", load, { signal });
}

async function show(editor: Editor, block: HTMLElement, list: HTMLElement): Promise<void> {
  try {
    const href = block.dataset.href || `/api/entries/${editor.base.entryId}/versions`;
    const answer = await call(href);
    if (!answer.ok) throw new Error(`versions: ${answer.status}`);
    const versions = (await answer.json()) as Version[];
    const items = versions.map((version) => row(editor, version));
    const none = element("p", { text: editor.text("editor.versions.none") });
    list.replaceChildren(items.length > 0 ? element("ol", { className: "versions-list" }, ...items) : none);
  } catch (error) {
    console.error(error);
    list.replaceChildren(element("p", { text: editor.text("editor.versions.failed") }));
  }
}

function row(editor: Editor, version: Version): HTMLElement {
  const title = editor.text("editor.versions.from", { time: dayAndTime(Date.parse(version.replacedAt)) });
  return element(
    "li",
    { className: "version" },
    element("h3", { className: "version-title", text: title }),
    element("p", { className: "version-text", text: version.text }),
    button(editor.text("editor.versions.restore"), "button version-restore", () => restore(editor, version)),
  );
}

/** Only the words come back; pictures and mood stay as they are. What stood in the field can be had back. */
function restore(editor: Editor, version: Version): void {
  const before = editor.read();
  editor.fill({ ...before, ...wordsOf({ ...EMPTY, ...version }) });
  editor.changed();
  const undo = () => {
    editor.fill({ ...editor.read(), ...wordsOf(before) });
    editor.changed();
    editor.notices.remove("version");
  };
  editor.notices.show("version", editor.text("editor.versions.restored"), [
    { label: editor.text("editor.versions.undo"), run: undo },
  ]);
}

function wordsOf({ text, summary, summarySource, topMoment, audioTranscript }: Words): Words {
  return { text, summary, summarySource, topMoment, audioTranscript };
}
