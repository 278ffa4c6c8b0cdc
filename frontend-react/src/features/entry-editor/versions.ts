// Earlier versions of the entry: loaded when the block is opened, put into the form when one is chosen.
import { markWords } from "../../assistant/mark";
import { call } from "../../auth";
import { type Content, contentOf, EMPTY, sourceOf } from "./content";
import { deleteDraft } from "./drafts";
import { button, element } from "./elements";
import { dayAndTime } from "./save-line";
import type { Editor } from "./session";
import { stash } from "./stash";

/** The texts of an earlier version. */
type Words = { text: string; summary: string; summarySource: string; topMoment: string; audioTranscript: string };
/** The list has only the beginning of long texts; then `isCut` is set. */
type Version = Words & { version: number; replacedAt: string; isCut?: boolean };

export function watchVersions(editor: Editor, signal: AbortSignal): void {
  const block = editor.element.querySelector<HTMLDetailsElement>("details[data-versions]");
  if (!block) return;
  const list = element("div", { className: "versions" });
  block.append(list);
  const load = () => {
    if (block.open) void show(editor, block, list);
  };
  block.addEventListener("toggle", load, { signal });
  editor.saveHooks.add({ saved: load });
}

async function show(editor: Editor, block: HTMLElement, list: HTMLElement): Promise<void> {
  try {
    const href = block.dataset.href || `/api/entries/${editor.target.entryId}/versions`;
    const versions = await read<Version[]>(href);
    const items = versions.map((version) => row(editor, version, () => read<Version>(`${href}/${version.version}`)));
    const none = element("p", { text: editor.text("editor.versions.none") });
    list.replaceChildren(items.length > 0 ? element("ol", { className: "versions-list" }, ...items) : none);
  } catch (error) {
    console.error(error);
    list.replaceChildren(element("p", { text: editor.text("editor.versions.failed") }));
  }
}

async function read<T>(href: string): Promise<T> {
  const answer = await call(href);
  if (!answer.ok) throw new Error(`versions: ${answer.status}`);
  return answer.json();
}

function row(editor: Editor, version: Version, whole: () => Promise<Version>): HTMLElement {
  const putBack = async () => {
    try {
      await restore(editor, version.isCut ? await whole() : version);
    } catch (error) {
      console.error(error);
      editor.notices.show("version", editor.text("editor.versions.failed"), []);
    }
  };
  const title = editor.text("editor.versions.from", { time: dayAndTime(Date.parse(version.replacedAt)) });
  return element(
    "li",
    { className: "version" },
    element("h3", { className: "version-title", text: title }),
    element("p", { className: "version-text", text: version.text.trim() || editor.text("editor.conflict.empty") }),
    element("dl", { className: "version-fields" }, ...fields(editor, version)),
    button(editor.text("editor.versions.restore"), "button version-restore", () => void putBack()),
  );
}

const LABELS = {
  summary: "editor.summary_label",
  topMoment: "editor.top_moment_label",
  audioTranscript: "editor.transcript_label",
} as const;

/** The other texts that restoring the version would change. */
function fields(editor: Editor, version: Version): HTMLElement[] {
  const now = editor.read();
  const then: Words = { ...EMPTY, ...version };
  const names = (["summary", "topMoment", "audioTranscript"] as const).filter((name) =>
    (then[name] + now[name]).trim(),
  );
  return names.flatMap((name) => {
    const words = element("dd", { text: then[name].trim() || editor.text("editor.conflict.empty") });
    if (name === "summary" && sourceOf(then)) words.append(" ", madeByProgram(editor, sourceOf(then)));
    return [element("dt", { text: editor.text(LABELS[name]) }), words];
  });
}

/** The same mark as in the summary's row. */
function madeByProgram(editor: Editor, source: string): HTMLElement {
  const mark = editor.element.querySelector<HTMLElement>("[data-summary-mark]");
  return element("span", { className: "ai-mark", text: mark ? markWords(mark, source) : "" });
}

/**
 * Restores only the texts; pictures and mood stay. Unsaved text that would be replaced is stashed first, both when the version
 * is restored and when that is undone.
 */
async function restore(editor: Editor, version: Version): Promise<void> {
  const before = editor.read();
  const unsaved = hasOtherWords(before, editor.target.saved);
  const stashed = unsaved ? await stash(editor, onlyWords(before)) : undefined;
  if (unsaved && !stashed) return;
  put(editor, { ...EMPTY, ...version });
  const restored = editor.read();
  const undo = async () => {
    const now = editor.read();
    if (hasOtherWords(now, restored) && !(await stash(editor, onlyWords(now)))) return;
    put(editor, before);
    editor.notices.remove("version");
    await editor.autosave.flush();
    if (!stashed || !editor.safe) return;
    editor.notices.remove(stashed.key);
    await deleteDraft(stashed.key);
  };
  editor.notices.show("version", editor.text("editor.versions.restored"), [
    { label: editor.text("editor.versions.undo"), run: () => void undo() },
  ]);
}

function put(editor: Editor, words: Words): void {
  editor.fill({ ...editor.read(), ...wordsOf(words) });
  editor.changed();
}

/** Whether a field of `now` has a text that differs from `before`. */
function hasOtherWords(now: Words, before: Words): boolean {
  const texts = (words: Words) => FIELDS.map((field) => words[field].trim());
  const known = texts(before);
  return texts(now).some((text, at) => text !== "" && text !== known[at]);
}

/** The texts of `content`, with mood, emojis and visibility of the form, which restoring does not change. */
function onlyWords(content: Content): Content {
  const { mood, emojis, visibility } = content;
  return { ...contentOf(EMPTY), mood, emojis, visibility, ...wordsOf(content) };
}

const FIELDS = ["text", "summary", "topMoment", "audioTranscript"] as const;

function wordsOf({ text, summary, summarySource, topMoment, audioTranscript }: Words): Words {
  return { text, summary, summarySource, topMoment, audioTranscript };
}
