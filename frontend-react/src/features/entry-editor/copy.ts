import { copyText } from "../../shared/copy";
import { type Texts, t } from "../../shared/i18n";
import type { Content } from "./state/content";

/** All texts of a content that are not empty. */
export function wordsOf(content: Content): string[] {
  const answers = content.reflectionAnswers.map(({ answer }) => answer);
  const all = [content.text, content.audioTranscript, content.summary, content.topMoment, ...answers];
  return all.filter((words) => words.trim() !== "");
}

/** Copies the texts of `content` to the clipboard and shows a toast. */
export function copyWords(content: Content, texts: Texts): Promise<void> {
  return copyText(wordsOf(content).join("\n\n"), t(texts, "editor.kept.copied"), t(texts, "editor.kept.not_copied"));
}
