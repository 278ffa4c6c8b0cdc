// Earlier texts of the entry: fetched when somebody opens the block, put into the field when they choose one.
import { markWords } from "../assistant/mark";
import { call } from "../auth";
import { type Content, contentOf, EMPTY, sourceOf } from "./content";
import { deleteDraft } from "./drafts";
import type { Editor } from "./editor";
import { button, element } from "./elements";
import { dayAndTime } from "./save-line";
import { stash } from "./stash";

/** The words of an earlier version. */
type Words = { text: string; summary: string; summarySource: string; topMoment: string; audioTranscript: string };
/** The list holds the beginnings of long texts; `isCut`: there is more. */
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
  editor.element.addEventListener("entry-saved", load, { signal });
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

/** What would come with the text, or go with it. */
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

/** As the mark of the summary's row says it. */
function madeByProgram(editor: Editor, source: string): HTMLElement {
  const mark = editor.element.querySelector<HTMLElement>("[data-summary-mark]");
  return element("span", { className: "ai-mark", text: mark ? markWords(mark, source) : "" });
}

/**
 * Only the words come back; pictures and mood stay as they are. What stood in the field can be had back, and so can what was
 * typed since: words that nothing else holds are put aside before others take their place.
 */
async function restore(editor: Editor, version: Version): Promise<void> {
  const before = editor.read();
  const unsaved = hasOtherWords(before, editor.target.saved);
  const kept = unsaved ? await stash(editor, onlyWords(before)) : undefined;
  if (unsaved && !kept) return;
  put(editor, { ...EMPTY, ...version });
  const restored = editor.read();
  const undo = async () => {
    const now = editor.read();
    if (hasOtherWords(now, restored) && !(await stash(editor, onlyWords(now)))) return;
    put(editor, before);
    editor.notices.remove("version");
    await editor.autosave.flush();
    if (!kept || !editor.safe) return;
    editor.notices.remove(kept.key);
    await deleteDraft(kept.key);
  };
  editor.notices.show("version", editor.text("editor.versions.restored"), [
    { label: editor.text("editor.versions.undo"), run: () => void undo() },
  ]);
}

function put(editor: Editor, words: Words): void {
  editor.fill({ ...editor.read(), ...wordsOf(words) });
  editor.changed();
}

/** Whether `now` has words that `before` does not have there. */
function hasOtherWords(now: Words, before: Words): boolean {
  const texts = (words: Words) => FIELDS.map((field) => words[field].trim());
  const known = texts(before);
  return texts(now).some((text, at) => text !== "" && text !== known[at]);
}

/** The words of `content`; all else is as in the form, where it stays. */
function onlyWords(content: Content): Content {
  const { mood, emojis, visibility } = content;
  return { ...contentOf(EMPTY), mood, emojis, visibility, ...wordsOf(content) };
}

const FIELDS = ["text", "summary", "topMoment", "audioTranscript"] as const;

function wordsOf({ text, summary, summarySource, topMoment, audioTranscript }: Words): Words {
  return { text, summary, summarySource, topMoment, audioTranscript };
}
