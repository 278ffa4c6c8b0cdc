import { send } from "./events";

/** Copies `text` to the clipboard and says in a toast whether that worked. */
export async function copyText(text: string, copied: string, notCopied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    send("app:toast", { title: copied, kind: "ok" });
  } catch (error) {
    console.error(error);
    send("app:toast", { title: notCopied, kind: "error" });
  }
}
