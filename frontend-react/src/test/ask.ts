import { vi } from "vitest";

const dialog = () => document.querySelector<HTMLDialogElement>("dialog.ask[open]");

/** Waits for the question, answers it, and returns its text. */
export async function answer(yes: boolean): Promise<string> {
  const open = await vi.waitFor(() => {
    const found = dialog();
    if (!found) throw new Error("nothing is asked");
    return found;
  });
  const question = open.querySelector("p")?.textContent ?? "";
  open.querySelectorAll("button")[yes ? 1 : 0]?.click();
  await Promise.resolve();
  return question;
}

export const isAsked = () => dialog() !== null;
