import { send } from "../../shared/events";
import { type Texts, t } from "../../shared/i18n";
import type { Content } from "./state/content";

/** All texts of a content that are not empty. */
export function wordsOf(content: Content): string[] {
  const answers = content.reflectionAnswers.map(({ answer }) => answer);
  const all = [content.text, content.audioTranscript, content.summary, content.topMoment, ...answers];
  return all.filter((words) => words.trim() !== "");
}

/** Copies the texts of `content` to the clipboard and shows a toast. */
export async function copyWords(content: Content, texts: Texts): Promise<void> {
  try {
    await navigator.clipboard.writeText(wordsOf(content).join("\n\n"));
    send("app:toast", { title: t(texts, "editor.kept.copied"), kind: "ok" });
  } catch (error) {
    console.error(error);
    send("app:toast", { title: t(texts, "editor.kept.not_copied"), kind: "error" });
  }
}
