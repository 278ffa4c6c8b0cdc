import { send } from "../events";
import { type Texts, t } from "../i18n";
import type { Content } from "./content";

/** Everything that was written or said. */
export function wordsOf(content: Content): string[] {
  const answers = content.reflectionAnswers.map(({ answer }) => answer);
  const all = [content.text, content.audioTranscript, content.summary, content.topMoment, ...answers];
  return all.filter((words) => words.trim() !== "");
}

/** Puts the words of `content` on the clipboard and says so. */
export async function copyWords(content: Content, texts: Texts): Promise<void> {
  try {
    await navigator.clipboard.writeText(wordsOf(content).join("\n\n"));
    send("app:toast", { title: t(texts, "editor.kept.copied"), kind: "ok" });
  } catch (error) {
    console.error(error);
    send("app:toast", { title: t(texts, "editor.kept.not_copied"), kind: "error" });
  }
}
